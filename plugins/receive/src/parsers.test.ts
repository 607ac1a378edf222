// What the four chains write is read back by libraries that are not ours.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import {
  findCapability,
  fromDecimal,
  namespaceOf,
  type PaymentLinkRequest,
  PaymentRequest,
  toDecimal,
} from '@latchkey/kernel/contracts'
import { Namespace } from '@latchkey/kernel/plugin'
import { bip122, bitcoinMainnet } from '@latchkey/plugin-bip122'
import { eip155 } from '@latchkey/plugin-eip155'
import { polkadot, polkadotAssetHub } from '@latchkey/plugin-polkadot'
import { solana, solanaMainnet } from '@latchkey/plugin-solana'
import { decodeAddress } from '@polkadot/util-crypto'
import { parseURL } from '@solana/pay'
import { decode, encode } from 'bip21'
// @ts-expect-error The library has no types.
import { build, parse } from 'eth-url-parser'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'

const chain = {
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const kernel = createKernel([eip155({ networks: [chain] }), solana(), bip122(), polkadot()], {
  storage: memoryStorage(),
  logLevel: 'silent',
})
afterAll(() => kernel.dispose())

async function uriOf(request: PaymentLinkRequest): Promise<string> {
  const namespace = kernel.list(Namespace).find(({ id }) => id === namespaceOf(request.networkId))
  const link = await findCapability(namespace?.capabilities ?? [], PaymentRequest)?.create(request)
  return link?.uri ?? ''
}

/** As the send form reads it. */
async function read(link: string, namespaceId = 'eip155') {
  const namespace = kernel.list(Namespace).find(({ id }) => id === namespaceId)
  return findCapability(namespace?.capabilities ?? [], PaymentRequest)?.links?.read(link)
}

const amounts = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
const evmAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

/** The library writes large numbers with an exponent, and keeps all their digits. */
function wholeNumber(text: string): bigint | undefined {
  const [mantissa = '', exponent = '0'] = text.split('e+')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return fromDecimal(`${whole}${fraction}`.padEnd(whole.length + Number(exponent), '0'), 0)
}

it('eth-url-parser reads every amount of coins and tokens', async () => {
  await fc.assert(
    fc.asyncProperty(amounts, async (amount) => {
      const request = { networkId: 'eip155:8453', address: evmAddress, amount } as const
      const coins = parse(await uriOf(request))
      expect(coins).toMatchObject({ scheme: 'ethereum', target_address: evmAddress, chain_id: '8453' })
      expect(wholeNumber(coins.parameters.value)).toBe(amount)
      const token = { address: contract, decimals: 6, symbol: 'USDC' }
      const tokens = parse(await uriOf({ ...request, token }))
      expect(tokens).toMatchObject({
        target_address: contract,
        chain_id: '8453',
        function_name: 'transfer',
        parameters: { address: evmAddress },
      })
      expect(wholeNumber(tokens.parameters.uint256)).toBe(amount)
    }),
    { numRuns: 50 },
  )
})

it('@solana/pay reads every amount of coins and tokens', async () => {
  const address = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  await fc.assert(
    fc.asyncProperty(amounts, fc.integer({ min: 0, max: 18 }), async (amount, decimals) => {
      const token = { address: mint, decimals, symbol: 'T' }
      const read = parseURL(await uriOf({ networkId: solanaMainnet.id, address, amount, token }))
      if (!('recipient' in read)) throw new Error('Not a transfer')
      expect(read.recipient.toBase58()).toBe(address)
      expect(read.splToken?.toBase58()).toBe(mint)
      expect(read.amount?.toFixed()).toBe(toDecimal(amount, decimals))
      const plain = parseURL(await uriOf({ networkId: solanaMainnet.id, address, amount }))
      expect('amount' in plain && plain.amount?.toFixed()).toBe(toDecimal(amount, 9))
    }),
    { numRuns: 50 },
  )
})

it('bip21 reads every amount up to all bitcoin', async () => {
  const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 1n, max: 2_100_000_000_000_000n }), async (amount) => {
      const read = decode(await uriOf({ networkId: bitcoinMainnet.id, address, amount }))
      expect(read.address).toBe(address)
      expect(Math.round((read.options.amount ?? 0) * 1e8)).toBe(Number(amount))
    }),
    { numRuns: 50 },
  )
})

it('@polkadot/util-crypto reads the plain address of Polkadot', async () => {
  const address = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
  const uri = await uriOf({ networkId: polkadotAssetHub.id, address })
  expect(uri).toBe('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')
  expect(decodeAddress(uri, false, 0)).toEqual(decodeAddress(address))
})

it('every link that is written is read back, to the last digit', async () => {
  const token = { address: contract, decimals: 6, symbol: 'USDC' }
  const solanaAddress = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
  const bitcoinAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  await fc.assert(
    fc.asyncProperty(amounts, async (amount) => {
      const evm = { networkId: 'eip155:8453', address: evmAddress, amount } as const
      const place = { networkId: 'eip155:8453', to: evmAddress, amount: { units: amount } }
      expect(await read(await uriOf(evm))).toEqual(place)
      expect(await read(await uriOf({ ...evm, token }))).toEqual({ ...place, token: contract })
      const sol = await uriOf({ networkId: solanaMainnet.id, address: solanaAddress, amount })
      expect(await read(sol, 'solana')).toEqual({
        to: solanaAddress,
        amount: { whole: toDecimal(amount, 9) },
      })
      const satoshis = amount % 2_100_000_000_000_000n
      const btc = await uriOf({ networkId: bitcoinMainnet.id, address: bitcoinAddress, amount: satoshis })
      expect(await read(btc, 'bip122')).toEqual({
        to: bitcoinAddress,
        amount: { whole: toDecimal(satoshis, 8) },
      })
    }),
    { numRuns: 50 },
  )
})

it('links that other libraries write are read', async () => {
  const coins = build({ target_address: evmAddress, chain_id: '8453', parameters: { value: '2.014e18' } })
  expect(await read(coins)).toEqual({
    networkId: 'eip155:8453',
    to: evmAddress,
    amount: { units: 2_014_000_000_000_000_000n },
  })
  const tokens = build({
    target_address: contract,
    chain_id: '8453',
    function_name: 'transfer',
    parameters: { address: evmAddress, uint256: '1500000' },
  })
  expect(await read(tokens)).toEqual({
    networkId: 'eip155:8453',
    to: evmAddress,
    token: contract,
    amount: { units: 1_500_000n },
  })
  const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  expect(await read(encode(address, { amount: 0.1, label: 'Shop & Co' }), 'bip122')).toEqual({
    to: address,
    amount: { whole: '0.1' },
    label: 'Shop & Co',
  })
})
