const textLimit = 500
/** Addresses, hashes, keys and tokens are long runs of letters and digits; words are not. */
const longRun = /\b(?:0x)?[0-9a-zA-Z_-]{26,}\b/g
const email = /[^\s@<>"',;:]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const link = /\b([a-z][a-z0-9+.-]*):\/\/([^\s/?#"'<>]*)[^\s"'<>]*/gi

/** A text without what could name a person: links are cut to their host, addresses and keys to their first characters. */
export function redact(text: string, { keepAddresses = false } = {}): string {
  const plain = text
    .slice(0, textLimit * 4)
    .replace(link, (_, scheme: string, host: string) => `${scheme}://${host.replace(/^.*@/, '')}`)
    .replace(email, '…@…')
    .replace(longRun, (run) => (keepAddresses && isAddressLike(run) ? run : `${run.slice(0, 6)}…`))
  return plain.length > textLimit ? `${plain.slice(0, textLimit - 1)}…` : plain
}

/** Longer runs are hashes, keys and signatures, which nobody asked for. */
function isAddressLike(run: string): boolean {
  return run.length <= 62 && /^(?:0x)?[0-9a-zA-Z]+$/.test(run)
}
