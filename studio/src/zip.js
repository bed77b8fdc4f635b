// Files in one archive: ZIP without compression, which every system opens; archives of others may be compressed.

import { through } from "./packing.js";

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function checksum(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) c = TABLE[(c ^ byte) & 0xff] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

function header(signature, sizes) {
  const made = new DataView(new ArrayBuffer(sizes.reduce((sum, [size]) => sum + size, 4)));
  made.setUint32(0, signature, true);
  let at = 4;
  for (const [size, value] of sizes) {
    if (size === 2) made.setUint16(at, value, true);
    else made.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(made.buffer);
}

/** An archive of files: name -> text or bytes. */
export function zip(files) {
  const parts = [], index = [];
  let at = 0, listed = 0;
  for (const [name, content] of Object.entries(files)) {
    const title = new TextEncoder().encode(name);
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const common = [[2, 20], [2, 0x0800], [2, 0], [2, 0], [2, 0x21], [4, checksum(bytes)], [4, bytes.length], [4, bytes.length], [2, title.length], [2, 0]];
    const local = header(0x04034b50, common);
    const central = header(0x02014b50, [[2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]);
    parts.push(local, title, bytes);
    index.push(central, title);
    at += local.length + title.length + bytes.length;
    listed += central.length + title.length;
  }
  const count = Object.keys(files).length;
  const end = header(0x06054b50, [[2, 0], [2, 0], [2, count], [2, count], [4, listed], [4, at], [2, 0]]);
  return new Blob([...parts, ...index, end], { type: "application/zip" });
}

/** The texts of an archive: name -> text. Only files that are wanted are read. */
export async function unzip(bytes, wanted) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Error("ZIP?");
  const files = {};
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const [method, size, title, extra, comment] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)];
    const start = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + title));
    at += 46 + title + extra + comment;
    if (!wanted(name)) continue;
    const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    const packed = bytes.subarray(from, from + size);
    files[name] = new TextDecoder().decode(method === 8 ? await through(new DecompressionStream("deflate-raw"), packed) : packed);
  }
  return files;
}

export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
