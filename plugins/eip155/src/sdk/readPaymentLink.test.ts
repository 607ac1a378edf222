import { describe, expect, it } from 'vitest'
import build from '../../vectors/eip681/build.json' with { type: 'json' }
import parse from '../../vectors/eip681/parse.json' with { type: 'json' }
import { checksumAddress } from 'viem'
import { readPaymentLink } from './readPaymentLink.js'

const alice = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

describe('the checksum that a network has of its own (EIP-1191)', () => {
  const [own, token] = [checksumAddress(alice, 30), checksumAddress(usdc, 30)]
  const networkId = 'eip155:30'

  it('is taken on that network, and where the link names none', () => {
    expect(readPaymentLink(`ethereum:${own}@30`)).toEqual({ to: own, networkId })
    expect(readPaymentLink(`ethereum:${own}`)).toEqual({ to: own })
    expect(readPaymentLink(`ethereum:${token}@30/transfer?address=${own}`)).toEqual({
      to: own,
      networkId,
      token,
    })
  })

  it('is a wrong one elsewhere', () => {
    const problem = { problem: 'invalid', detail: 'an address with a wrong checksum' }
    expect(readPaymentLink(`ethereum:${own}@1`)).toEqual(problem)
    expect(readPaymentLink(`ethereum:${own}@31`)).toEqual(problem)
    expect(readPaymentLink(`ethereum:${usdc}@1/transfer?address=${own}`)).toEqual(problem)
  })
})

it.each([
  [`ethereum:${alice}`, { to: alice }],
  [`ETHEREUM:${alice}`, { to: alice }],
  [`ethereum:pay-${alice}@8453`, { to: alice, networkId: 'eip155:8453' }],
  [`ethereum:${alice}@1?value=0`, { to: alice, networkId: 'eip155:1', amount: { units: 0n } }],
  [`ethereum:${alice}?value=2.014e18`, { to: alice, amount: { units: 2_014_000_000_000_000_000n } }],
  [`ethereum:${alice}?value=.5e18`, { to: alice, amount: { units: 500_000_000_000_000_000n } }],
  [`ethereum:${alice}?value=+1e18`, { to: alice, amount: { units: 1_000_000_000_000_000_000n } }],
  [`ethereum:${alice}?value=%2B1e18`, { to: alice, amount: { units: 1_000_000_000_000_000_000n } }],
  [`ethereum:${alice}?value=+.25e2`, { to: alice, amount: { units: 25n } }],
  [`ethereum:${alice}?value=+0`, { to: alice, amount: { units: 0n } }],
  [`ethereum:${alice}?value=1e018`, { to: alice, amount: { units: 1_000_000_000_000_000_000n } }],
  ['ethereum:pay-my-name.eth', { to: 'my-name.eth' }],
  [`ethereum:${alice}?value=1E2`, { to: alice, amount: { units: 100n } }],
  [`ethereum:${alice}?value=1.50`, { problem: 'invalid', detail: 'amount "1.50"' }],
  [`ethereum:${alice}?value=1.00`, { to: alice, amount: { units: 1n } }],
  [
    `ethereum:${alice}@1?value=5&gas=21000&gasLimit=2&gasPrice=3`,
    { to: alice, networkId: 'eip155:1', amount: { units: 5n } },
  ],
  ['ethereum:nora.eth@1?value=5', { to: 'nora.eth', networkId: 'eip155:1', amount: { units: 5n } }],
  [
    `ethereum:${usdc}@1/transfer?address=${alice}&uint256=1.25e6`,
    { to: alice, networkId: 'eip155:1', token: usdc, amount: { units: 1_250_000n } },
  ],
  [`ethereum:${usdc}/transfer?address=nora.eth`, { to: 'nora.eth', token: usdc }],
  [`ethereum:${alice}?value=${2n ** 256n - 1n}`, { to: alice, amount: { units: 2n ** 256n - 1n } }],
])('reads %s', (link, content) => {
  expect(readPaymentLink(link)).toEqual(content)
})

it.each([
  ['ethereum:', 'no receiver'],
  ['bitcoin:x', 'no receiver'],
  [`ethereum:${alice}@`, 'chain id ""'],
  [`ethereum:${alice}@0x1`, 'chain id "0x1"'],
  [`ethereum:${alice}@0`, 'chain id "0"'],
  [`ethereum:${alice.replace('5aA', '5aa')}@1`, 'an address with a wrong checksum'],
  [`ethereum:${alice}?value=-1`, 'amount "-1"'],
  [`ethereum:${alice}?value=0x10`, 'amount "0x10"'],
  [`ethereum:${alice}?value=`, 'amount ""'],
  [`ethereum:${alice}?value=1,5`, 'amount "1,5"'],
  [`ethereum:${alice}?value=+`, 'amount "+"'],
  [`ethereum:${alice}?value=.`, 'amount "."'],
  [`ethereum:${alice}?value=e18`, 'amount "e18"'],
  [`ethereum:${alice}?value=5.e18`, 'amount "5.e18"'],
  [`ethereum:${alice}?value=++1`, 'amount "++1"'],
  [`ethereum:${alice}?value=%201`, 'amount " 1"'],
  [`ethereum:${alice}?value=.5`, 'amount ".5"'],
  [`ethereum:${alice}?value=%E0%A4%A`, 'an encoding that is damaged'],
  [`ethereum:${alice}?value=1e99`, 'amount "1e99"'],
  [`ethereum:${alice}?value=${2n ** 256n}`, `amount "${2n ** 256n}"`],
  [`ethereum:${alice}?value=1&value=2`, 'a parameter twice'],
  [`ethereum:${usdc}/transfer?uint256=1`, 'no receiver of the token'],
  [`ethereum:${usdc}/transfer?address=${alice.replace('5aA', '5aa')}`, 'an address with a wrong checksum'],
])('calls %s damaged', (link, detail) => {
  expect(readPaymentLink(link)).toEqual({ problem: 'invalid', detail })
})

it.each([
  [`ethereum:${usdc}@1/approve?address=${alice}&uint256=1`, 'call of "approve"'],
  [`ethereum:${usdc}@1/?value=1`, 'call of ""'],
  [`ethereum:${usdc}/transfer?address=${alice}&uint256=1&value=1`, 'parameter "value"'],
  [`ethereum:${alice}?uint256=1`, 'parameter "uint256"'],
  [`ethereum:${alice}?req-memo=x`, 'parameter "req-memo"'],
  [`ethereum:usdc.eth/transfer?address=${alice}`, 'a token by its name'],
  ['ethereum:foo-nora.eth', 'use "foo"'],
  ['ethereum:foo-nora.eth@1?value=5', 'use "foo"'],
  [`ethereum:token_info-${usdc}@1`, 'use "token_info"'],
])('refuses %s, which is no plain payment', (link, detail) => {
  expect(readPaymentLink(link)).toEqual({ problem: 'unsupported', detail })
})

const published = [
  ...parse.cases.map(({ id, uri, expect: fields }) => ({ id, uri, fields })),
  ...build.cases.map(({ id, fields, expect: uri }) => ({ id, uri, fields })),
]

describe('the published links', () => {
  it.each(published)('$id', ({ uri, fields }: any) => {
    const content = readPaymentLink(uri)
    const { prefix = 'pay', target_address: target, function_name: call, chain_id: chain } = fields
    const { address, value, uint256 } = fields.parameters ?? {}
    if (prefix !== 'pay')
      return expect(content).toEqual({ problem: 'unsupported', detail: `use "${prefix}"` })
    // The published token transfer goes to a shortened address, which nothing may be sent to.
    if (address === '0x12345') return expect(content).toHaveProperty('problem', 'invalid')
    if (call !== undefined && call !== 'transfer') {
      return expect(content).toHaveProperty('problem', 'unsupported')
    }
    const amount = call === undefined ? value : uint256
    expect(content).toEqual({
      to: call === undefined ? target : address,
      ...(call === undefined ? {} : { token: target }),
      ...(chain === undefined ? {} : { networkId: `eip155:${chain}` }),
      ...(amount === undefined ? {} : { amount: { units: BigInt(amount) } }),
    })
  })
})
