// Copies the text of a field.

/** Whether the text of an input is in the clipboard now. Where browsers give pages no clipboard (an address without
    https other than localhost), the old command of the browser is tried; the text stays selected in any case. */
export async function copyText(input) {
  input.focus();
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch { return document.execCommand("copy"); }
}
