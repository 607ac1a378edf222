/** A device with its screen and button, drawn for this plugin: not Ledger's own mark, which is a trademark. */
export const ledgerMark = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#1d1d1f"/><rect x="6" y="14" width="28" height="12" rx="6" fill="#fff"/><rect x="11" y="17" width="12" height="6" rx="1.5" fill="#1d1d1f"/><circle cx="29" cy="20" r="2.5" fill="#1d1d1f"/></svg>',
)}`
