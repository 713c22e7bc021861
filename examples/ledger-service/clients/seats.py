"""Books seats in a ledger: seats.py LEDGER-URL book SEAT, or seats.py LEDGER-URL follow COUNT [LAST-ID]"""
import http.client, json, sys, time, urllib.error, urllib.request

def ask(url, body=None, headers={}):
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            return urllib.request.urlopen(urllib.request.Request(url, data, {"Content-Type": "application/json", **headers}))
        except urllib.error.HTTPError as error:
            if error.code != 503: return error  # a problem, in JSON
        except (OSError, http.client.HTTPException): pass  # Was it done? Asked again with the same key, it is done once.
        time.sleep(0.1)

ledger, verb, what, *last = sys.argv[1:]
if verb == "book":
    seat = {"seat": [what]}
    event = {"event": "Booked", "entities": seat, "meta": {}, "data": "Python"}
    request = {"events": [{"event": event, "key": "Python " + what}], "unless": [{"events": ["Booked"], "entities": seat}]}
    answer = json.load(ask(ledger + "/events", request))
    print(answer["ids"][0] if "ids" in answer else answer["kind"] + " " + answer["event"])
else:
    headers, left, event = {"Last-Event-ID": last[0]} if last else {}, int(what), None
    while left:
        try:
            for line in ask(ledger + "/follow", headers=headers):
                if line.startswith(b"data: "): event = json.loads(line[6:])
                if line == b"\n" and event:  # an empty line ends the event
                    headers["Last-Event-ID"], left = event["eventId"], left - 1
                    print(event["eventId"], event["event"], flush=True)
                    event = None
                if not left: break
        except (OSError, http.client.HTTPException): pass  # Cut off: it goes on after the last event.
