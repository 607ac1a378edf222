import type { LedgerReading } from '../src/index.js'

const network = 'eip155:1'
const tokenOf = (start: string) =>
  ({ address: `${start}${'5C4b'.repeat(8)}2D1a`.slice(0, 42), network }) as const
const usd = tokenOf('0xA0b8')
const spender = '0xE592427A0AEce92De3Edee1F18E0157C05861564'

/** Readings of calls and structured data, as views get them. */
export const reviews = {
  swap: {
    intent: [
      'Swap ',
      { kind: 'amount', value: 1_020_349_393n, decimals: 6, symbol: 'USDC', token: usd },
      ' for at least ',
      {
        kind: 'amount',
        value: 902_656_069_426_593_000n,
        decimals: 18,
        symbol: 'WETH',
        token: tokenOf('0xC02a'),
      },
    ],
    owner: 'Uniswap Labs',
    rows: [
      {
        label: 'Amount to send',
        value: { kind: 'amount', value: 1_020_349_393n, decimals: 6, symbol: 'USDC', token: usd },
      },
      {
        label: 'Minimum to receive',
        value: {
          kind: 'amount',
          value: 902_656_069_426_593_000n,
          decimals: 18,
          symbol: 'WETH',
          token: tokenOf('0xC02a'),
        },
      },
      { label: 'Uniswap fee', value: { kind: 'unit', value: 3_000n, decimals: 4, unit: '%' } },
      { label: 'Beneficiary', value: { kind: 'address', address: spender, network } },
    ],
    others: [{ label: 'params.sqrtPriceLimitX96', value: { kind: 'number', value: 0n } }],
    sends: { kind: 'amount', value: 10n ** 16n, decimals: 18, symbol: 'ETH' },
    rest: { kind: 'bytes', hex: '0x8021', size: 2 },
  },
  permit: {
    intent: ['Authorize spending of token'],
    owner: 'Uniswap Labs',
    rows: [
      { label: 'Spender', value: { kind: 'address', address: spender, network } },
      { label: 'Amount allowance', value: { kind: 'unlimited', symbol: 'USDC', token: usd } },
      { label: 'Approval expires', value: { kind: 'date', seconds: 1_782_864_000n } },
      { label: 'Valid for', value: { kind: 'duration', seconds: 8_250n } },
      { label: 'From block', value: { kind: 'block', value: 19_332_140n } },
      { label: 'Partly', value: { kind: 'yesOrNo', value: true } },
      { label: 'Whole', value: { kind: 'yesOrNo', value: false } },
    ],
    others: [{ label: 'details.nonce', value: { kind: 'number', value: 7n } }],
    sends: undefined,
  },
  nested: {
    intent: ['Run several calls'],
    owner: undefined,
    rows: [
      {
        label: 'Call #1',
        value: {
          kind: 'call',
          callee: usd,
          data: { hex: '0xa9059cbb', size: 4 },
          reading: {
            intent: ['Send'],
            owner: 'Circle',
            rows: [
              { label: 'Amount', value: { kind: 'units', value: 25_000_000n, token: usd } },
              { label: 'Collectible', value: { kind: 'collectible', value: 1_036n, collection: usd } },
              { label: 'Token', value: { kind: 'token', symbol: 'WETH', token: tokenOf('0xC02a') } },
              { label: 'Reference', value: { kind: 'text', text: 'Invoice 12' } },
            ],
            others: [],
            sends: undefined,
          },
        },
      },
      {
        label: 'Call #2',
        value: {
          kind: 'call',
          callee: tokenOf('0x9999'),
          data: { hex: `0x${'12'.repeat(16)}…${'34'.repeat(8)}`, size: 260 },
        },
      },
      {
        label: 'Proof',
        value: { kind: 'bytes', hex: `0x${'ab'.repeat(16)}…${'cd'.repeat(8)}`, size: 1_600 },
      },
    ],
    others: [],
    sends: undefined,
  },
} as const satisfies Record<string, LedgerReading>
