// Bytes as text: compressed, in base64.

export async function through(stream, bytes) {
  const response = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await response.arrayBuffer());
}

export function encoded(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 0x6000) parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000))));
  return parts.join("");
}

export function decoded(text) {
  const plain = atob(text);
  const bytes = new Uint8Array(plain.length);
  for (let at = 0; at < plain.length; at += 1) bytes[at] = plain.charCodeAt(at);
  return bytes;
}

export async function packed(bytes) { return encoded(await through(new CompressionStream("deflate-raw"), bytes)); }

export async function unpacked(text) { return through(new DecompressionStream("deflate-raw"), decoded(text)); }
