import type { RpcCall } from './endpoint.js'

/** Calls with the same answer for every caller. Others change something, or answer each caller differently. */
const shared =
  /^(?:eth_(?:accounts|blockNumber|call|chainId|estimateGas|feeHistory|gasPrice|blobBaseFee|maxPriorityFeePerGas|simulateV1|get(?!Filter)\w+)|net_version|web3_clientVersion)$/
/** Questions under way at once that are remembered. */
const limit = 8_192

/** One request for equal reads that are under way at the same time. */
export function shareRequests(
  send: (call: RpcCall) => Promise<unknown>,
): (call: RpcCall) => Promise<unknown> {
  const running = new Map<string, Promise<unknown>>()
  return (call) => {
    if (!shared.test(call.method)) return send(call)
    const key = `${call.method}${JSON.stringify(call.params) ?? ''}`
    const existing = running.get(key)
    if (existing) return existing
    const own = send(call)
    if (running.size >= limit) return own
    running.set(key, own)
    const forget = () => running.delete(key)
    own.then(forget, forget)
    return own
  }
}
