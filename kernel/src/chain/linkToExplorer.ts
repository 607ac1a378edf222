/**
 * A page of an explorer, in the form that most share (EIP-3091): the explorer's address, what the page is about, and its id.
 * A query of the address, which names a cluster, is kept.
 *
 * @param explorerUrl Of the network, `undefined` when it has no explorer; then there is no link.
 * @example
 * linkToExplorer('https://explorer.solana.com?cluster=devnet', 'tx', id) // https://explorer.solana.com/tx/…?cluster=devnet
 */
export function linkToExplorer(
  explorerUrl: string | undefined,
  kind: string,
  id: string,
): string | undefined {
  return explorerUrl?.replace(/\/*(?=[?#]|$)/, `/${kind}/${encodeURIComponent(id)}`)
}
