"""Books seats in a ledger: seats.py LEDGER-URL book SEAT, or seats.py LEDGER-URL follow COUNT [LAST-ID]"""
import http.client, json, sys, time, urllib.request

def ask(url, body=None):
    while True:  # Was it done? Asked again with the same key, it is done once. A stream goes on after the last event.
        try:
            answer = urllib.request.urlopen(urllib.request.Request(url, body, headers))
            yield from (json.loads(line.removeprefix(b"data: ")) for line in answer if b"{" in line)
        except (OSError, http.client.HTTPException, ValueError) as error:  # What was cut off is no JSON.
            if getattr(error, "code", 503) != 503: yield json.load(error)  # a problem
        time.sleep(0.1)

ledger, verb, what, *last = sys.argv[1:]
headers, entities = {"Content-Type": "application/json", **({"Last-Event-ID": last[0]} if last else {})}, {"seat": [what]}
if verb == "book":
    event = {"event": "Booked", "entities": entities, "meta": {}, "data": "Python"}
    request = {"events": [{"event": event, "key": "Python " + what}], "unless": [{"events": ["Booked"], "entities": entities}]}
    answer = next(ask(ledger + "/events", json.dumps(request).encode()))
    print(answer["ids"][0] if "ids" in answer else answer["kind"] + " " + answer["event"])
else:
    for _, event in zip(range(int(what)), ask(ledger + "/follow")):
        headers["Last-Event-ID"] = event["eventId"]
        print(event["eventId"], event["event"], flush=True)
