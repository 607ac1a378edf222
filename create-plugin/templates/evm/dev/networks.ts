/** Two networks of this machine, on which nothing happens: `vite.config.ts` answers for their nodes. */
export const networks = (nodeUrl: string) =>
  [
    { id: 31337, name: 'First network' },
    { id: 31338, name: 'Second network' },
  ].map(({ id, name }) => ({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`${nodeUrl}/${id}`] } },
    testnet: true,
  }))
