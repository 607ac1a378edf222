import type { Words } from '@latchkey/kernel/plugin'
import type { Purchase } from './purchases.js'
import { shortDecimal } from './shortDecimal.js'

const section = 'onramp'

/** What is said of a purchase outside of the views; hosts translate it in the section `onramp`. */
export function toastWords({ status, received = '', asset, providerName }: Purchase): Words | undefined {
  if (status === 'delivered') {
    const { digits, scale } = shortDecimal(received) ?? { digits: 0n, scale: 0 }
    const what = { value: digits, decimals: scale, symbol: asset.symbol }
    const text = `${received} ${asset.symbol} arrived.`
    return { section, key: 'toastArrived', text, parameters: { what } }
  }
  const provider = providerName
  if (status === 'failed') {
    const text = `Your purchase at ${provider} failed.`
    return { section, key: 'toastFailed', text, parameters: { provider } }
  }
  if (status === 'refunded') {
    const text = `${provider} says that it returned your payment.`
    return { section, key: 'toastRefunded', text, parameters: { provider } }
  }
  return undefined
}
