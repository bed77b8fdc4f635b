// Requests over HTTP. A refusal becomes an error whose message is the sentence of the server.

import { lang } from "./settings.js";

async function answerOf(response) {
  let given = null;
  try { given = await response.json(); } catch { /* no JSON */ }
  if (!response.ok) throw new Error(given?.text ?? `${response.status}`);
  return given;
}

export async function get(path, token = "") {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  return answerOf(await fetch(`${path}?lang=${lang()}`, { headers }));
}

export async function post(path, body, token = "") {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  return answerOf(await fetch(`${path}?lang=${lang()}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

export async function download(path, token, name) {
  const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error((await response.json()).text);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
