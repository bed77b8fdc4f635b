// A draft in a link: its files, compressed, in the fragment, which browsers do not send to servers.

const LONGEST = 2_000_000;

async function through(stream, bytes) {
  const response = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await response.arrayBuffer());
}

function encoded(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function decoded(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

export async function linkOf(draft) {
  const plain = new TextEncoder().encode(JSON.stringify({ name: draft.name, files: draft.files }));
  const packed = await through(new CompressionStream("deflate-raw"), plain);
  return `${location.origin}${location.pathname}#draft=${encoded(packed)}`;
}

/** The draft in a fragment; null if there is none, an error if it cannot be read. */
export async function draftIn(fragment) {
  const found = new URLSearchParams(fragment.replace(/^#/, "")).get("draft");
  if (!found) return null;
  const reader = new Blob([decoded(found)]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LONGEST) throw new Error("too long");
    parts.push(value);
  }
  const given = JSON.parse(await new Blob(parts).text());
  const files = Object.fromEntries(Object.entries(given.files).filter(([, text]) => typeof text === "string"));
  if (!Object.keys(files).length) throw new Error("no files");
  return { name: String(given.name), files };
}
