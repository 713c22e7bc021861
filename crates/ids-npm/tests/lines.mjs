// The lines of a stream: node:readline ends some at U+2028 as well, from Node 22 on.
export const lines = async function* (stream) {
  let rest = "";
  for await (const piece of stream.setEncoding("utf8")) {
    const parts = (rest + piece).split("\n");
    rest = parts.pop();
    yield* parts;
  }
};
