import { createConfig, http } from 'wagmi'
import { one, two } from './chains'

export const config = createConfig({
  chains: [one, two],
  transports: { [one.id]: http(), [two.id]: http() },
})
