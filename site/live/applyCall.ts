import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  type Hex,
} from 'viem'
import {
  type CallResult,
  holdingKey,
  type SimulatedCall,
  type SimulatedState,
  type SimulatedToken,
} from './SimulatedState.js'

/** Does a call on a state: a payment of the coin, or a question to or a transfer of one of the tokens. Whatever else fails. */
export function applyCall(
  state: SimulatedState,
  call: SimulatedCall,
  tokens: readonly SimulatedToken[],
): CallResult {
  const token = tokens.find(({ address }) => address.toLowerCase() === call.to.toLowerCase())
  if (token === undefined) return pay(state, call)
  return call.value > 0n ? failed(state) : askToken(state, call, token)
}

const failed = (state: SimulatedState): CallResult => ({ state, isSuccess: false, returned: '0x', logs: [] })

function pay(state: SimulatedState, { from, to, value }: SimulatedCall): CallResult {
  const coins = move(state.coins, from.toLowerCase(), to.toLowerCase(), value)
  return coins ? { state: { ...state, coins }, isSuccess: true, returned: '0x', logs: [] } : failed(state)
}

/** The amounts after a movement, or nothing where there is too little. */
function move(amounts: ReadonlyMap<string, bigint>, from: string, to: string, amount: bigint) {
  const held = amounts.get(from) ?? 0n
  if (held < amount) return undefined
  const moved = new Map(amounts).set(from, held - amount)
  return moved.set(to, (moved.get(to) ?? 0n) + amount)
}

function askToken(state: SimulatedState, call: SimulatedCall, token: SimulatedToken): CallResult {
  const asked = decode(call.data)
  if (asked === undefined) return failed(state)
  const answer = (returned: Hex): CallResult => ({ state, isSuccess: true, returned, logs: [] })
  const text = (value: string) => answer(encodeAbiParameters([{ type: 'string' }], [value]))
  if (asked.functionName === 'name') return text(token.name)
  if (asked.functionName === 'symbol') return text(token.symbol)
  if (asked.functionName === 'decimals')
    return answer(encodeAbiParameters([{ type: 'uint8' }], [token.decimals]))
  if (asked.functionName === 'balanceOf') {
    const amount = state.tokens.get(holdingKey(token.address, asked.args[0])) ?? 0n
    return answer(encodeAbiParameters([{ type: 'uint256' }], [amount]))
  }
  return asked.functionName === 'transfer' ? transfer(state, call, token.address, asked.args) : failed(state)
}

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi: erc20Abi, data })
  } catch {
    // A question that no ERC-20 knows is refused, as by a contract.
    return undefined
  }
}

function transfer(
  state: SimulatedState,
  { from }: SimulatedCall,
  token: Address,
  [to, value]: readonly [Address, bigint],
): CallResult {
  const tokens = move(state.tokens, holdingKey(token, from), holdingKey(token, to), value)
  if (tokens === undefined) return failed(state)
  const topics = encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } })
  const data = encodeAbiParameters([{ type: 'uint256' }], [value])
  const returned = encodeAbiParameters([{ type: 'bool' }], [true])
  return {
    state: { ...state, tokens },
    isSuccess: true,
    returned,
    logs: [{ address: token, topics: topics as readonly Hex[], data }],
  }
}
