import { defineChain } from 'viem'

/** The script that drives the app says where its chains are. */
const { rpcUrls } = window.tipJar

const local = (id: number, name: string) =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrls[id] ?? ''] } },
  })

export const one = local(31337, 'Local one')
export const two = local(31338, 'Local two')
