// Names of Base as Ethereum's universal resolver tells them: it hands over to gateways (EIP-3668), and knows Base's addresses
// by their coin type (ENSIP-11, ENSIP-19). Node and gateway are stand-ins that speak the real protocols.
import { Identities } from '@latchkey/kernel/contracts'
import {
  bytesToString,
  decodeFunctionData,
  decodeFunctionResult,
  encodeErrorResult,
  encodeFunctionData,
  encodeFunctionResult,
  getAddress,
  type Hex,
  hexToBytes,
  namehash,
  parseAbi,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { afterEach, expect, it, vi } from 'vitest'
import { setUpCapabilities } from '../../test/support.js'

const universal = getAddress('0x00000000000000000000000000000000000000ee')
const resolver = getAddress('0x00000000000000000000000000000000000000bb')
const alice = getAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')
const bob = getAddress('0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359')
const name = 'alice.base.eth'
const baseId = 'eip155:8453'
/** 0x80000000 and the number of the chain (ENSIP-11). */
const baseCoinType = 2_147_492_101n

const universalAbi = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string, address, address)',
  'function resolveCallback(bytes response, bytes extraData) view returns (bytes, address)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
const batchAbi = parseAbi([
  'struct Query { address sender; string[] urls; bytes data; }',
  'function query(Query[] queries) view returns (bool[] failures, bytes[] responses)',
])
const mainAbi = parseAbi(['function addr(bytes32 node) view returns (address)'])
const recordsAbi = parseAbi([
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
])

/** The labels of a name in DNS wire format. */
function labelsOf(wire: Hex): string {
  const bytes = hexToBytes(wire)
  const labels: string[] = []
  for (let at = 0; bytes[at]; at += 1 + (bytes[at] as number))
    labels.push(bytesToString(bytes.slice(at + 1, at + 1 + (bytes[at] as number))))
  return labels.join('.')
}

class Revert extends Error {
  constructor(readonly data: Hex) {
    super('execution reverted')
  }
}

/** What the universal resolver answers; everything about a name of Base is at the gateway. */
function answerCall(data: Hex, primaryNames: Readonly<Record<string, string>>): Hex {
  const { functionName, args } = decodeFunctionData({ abi: universalAbi, data })
  if (functionName === 'reverseWithGateways') {
    const [address, coinType] = args
    const primary = coinType === baseCoinType ? (primaryNames[getAddress(address)] ?? '') : ''
    return encodeFunctionResult({ abi: universalAbi, functionName, result: [primary, resolver, resolver] })
  }
  if (functionName === 'resolveCallback') {
    const [[failed], [response = '0x']] = decodeFunctionResult({
      abi: batchAbi,
      functionName: 'query',
      data: args[0],
    })
    if (failed) throw new Revert('0x')
    return encodeFunctionResult({ abi: universalAbi, functionName, result: [response, resolver] })
  }
  expect(labelsOf(args[0])).toBe(name)
  const question = {
    sender: resolver,
    urls: ['https://gateway.example/{sender}/{data}.json'],
    data: args[1],
  } as const
  throw new Revert(
    encodeErrorResult({
      abi: universalAbi,
      errorName: 'OffchainLookup',
      args: [
        universal,
        ['x-batch-gateway:true'],
        encodeFunctionData({ abi: batchAbi, functionName: 'query', args: [[question]] }),
        toFunctionSelector('resolveCallback(bytes,bytes)'),
        args[0],
      ],
    }),
  )
}

/** The records that Base keeps of the name. */
function answerGateway(url: string): Hex {
  const [, sender, data] = /^https:\/\/gateway\.example\/(0x\w+)\/(0x\w+)\.json$/.exec(url) ?? []
  expect(sender).toBe(resolver.toLowerCase())
  if (data?.startsWith(toFunctionSelector('addr(bytes32)')))
    return encodeFunctionResult({ abi: mainAbi, functionName: 'addr', result: zeroAddress })
  const { functionName, args } = decodeFunctionData({ abi: recordsAbi, data: data as Hex })
  expect(args[0]).toBe(namehash(name))
  if (functionName === 'text') return encodeFunctionResult({ abi: recordsAbi, functionName, result: '' })
  const result = args[1] === baseCoinType ? alice : '0x'
  return encodeFunctionResult({ abi: recordsAbi, functionName, result })
}

function setUp({ primaryNames = {} }: { readonly primaryNames?: Readonly<Record<string, string>> } = {}) {
  const gateways: string[] = []
  interface Call {
    readonly id: number
    readonly method: string
    readonly params: readonly [{ readonly to: string; readonly data: Hex }]
  }
  const answer = ({ id, method, params }: Call) => {
    const head = { jsonrpc: '2.0', id }
    try {
      if (method !== 'eth_call') throw new Error(`${method} is not asked for names.`)
      expect(getAddress(params[0].to)).toBe(getAddress(universal))
      return { ...head, result: answerCall(params[0].data, primaryNames) }
    } catch (error) {
      const data = error instanceof Revert ? error.data : undefined
      return { ...head, error: { code: data ? 3 : -32603, message: String(error), data } }
    }
  }
  vi.stubGlobal('fetch', async (url: URL | string, init: RequestInit) => {
    if (String(url).startsWith('https:')) {
      gateways.push(String(url))
      return Response.json({ data: answerGateway(String(url)) })
    }
    const calls = JSON.parse(String(init.body)) as Call | Call[]
    return Response.json(Array.isArray(calls) ? calls.map(answer) : answer(calls))
  })
  const chain = (id: number) => ({
    id,
    name: `Network ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://node.example'] } },
  })
  const mainnet = { ...chain(1), contracts: { ensUniversalResolver: { address: universal } } } as const
  const account = { address: alice, privateKey: `0x${'11'.repeat(32)}` as Hex }
  const stack = { url: 'http://node.example', chainId: 1, chain: mainnet, accounts: [account] }
  const { get } = setUpCapabilities([stack], { chains: [mainnet, chain(8453)] })
  return { names: get(Identities), gateways }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('a name of Base leads to its address there, by the gateway that its resolver names', async () => {
  const { names, gateways } = setUp()
  expect(names.supports?.(baseId)).toBe(true)
  expect(await names.resolve({ networkId: baseId, name: 'Alice.base.eth' })).toBe(alice)
  expect(gateways).toHaveLength(1)
})

it('a name of Base has no address on a network that its record doesn’t tell', async () => {
  const { names, gateways } = setUp()
  expect(await names.resolve({ networkId: 'eip155:1', name })).toBeUndefined()
  expect(gateways).toHaveLength(1)
})

it('an address of Base goes by the name that it chose for Base, and that leads back to it', async () => {
  const { names } = setUp({ primaryNames: { [alice]: name, [bob]: name } })
  expect(await names.lookup({ networkId: baseId, address: alice })).toEqual({ name })
  // The same name, chosen by somebody whom it doesn't stand for.
  expect(await names.lookup({ networkId: baseId, address: bob })).toEqual({})
  // What was chosen for Base is no name on Ethereum.
  expect(await names.lookup({ networkId: 'eip155:1', address: alice })).toEqual({})
})
