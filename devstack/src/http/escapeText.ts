const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Text for a page, as text and as a quoted attribute. */
export const escapeText = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] as string)
