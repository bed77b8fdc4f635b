// Files in one archive: ZIP without compression, which every system opens.

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

export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
