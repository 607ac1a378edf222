/** An eye. Drawn here. */
export const watchMark =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40">' +
      '<rect width="40" height="40" fill="#33415c"/>' +
      '<path d="M7 20c3.4-5.4 7.8-8 13-8s9.6 2.6 13 8c-3.4 5.4-7.8 8-13 8s-9.6-2.6-13-8Z" fill="none" stroke="#fff" stroke-width="2.5" stroke-linejoin="round"/>' +
      '<circle cx="20" cy="20" r="4" fill="#fff"/></svg>',
  )
