/** A code and a phone: the mark of pairing as such, and of no company. Drawn here. */
export const pairingMark =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40">' +
      '<rect width="40" height="40" fill="#33415c"/>' +
      '<g fill="none" stroke="#fff" stroke-width="2.5" stroke-linejoin="round">' +
      '<rect x="9" y="9" width="8" height="8" rx="1.5"/><rect x="9" y="23" width="8" height="8" rx="1.5"/>' +
      '<rect x="22.5" y="15" width="9.5" height="16" rx="2.5"/></g>' +
      '<g fill="#fff"><rect x="22" y="8.5" width="3.5" height="3.5" rx="1"/><rect x="28.5" y="8.5" width="3.5" height="3.5" rx="1"/>' +
      '<circle cx="27.25" cy="27.5" r="1.4"/></g></svg>',
  )
