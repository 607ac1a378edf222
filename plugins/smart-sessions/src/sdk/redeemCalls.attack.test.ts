// What a person can hand to a server as "their permission", and what the server's key must never send.
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  parseAbi,
  zeroHash,
} from 'viem'
import { expect, it, test } from 'vitest'
import { accountFactory, managerAbi, permissionContracts } from './contracts.js'
import { encodeContext } from './delegation.js'
import { type GivenPermission, redeemCalls } from './redeemCalls.js'
import { caveatsOf } from './terms.js'

const holder: Hex = '0x5555555555555555555555555555555555555555'
const attacker: Hex = '0x6666666666666666666666666666666666666666'
const call = { to: attacker, value: 1n }
const factoryAbi = parseAbi(['function deploy(bytes code, bytes32 salt) returns (address)'])
const bytecode: Hex = '0x600160015500'
const salt: Hex = zeroHash
const deployed = getContractAddress({ opcode: 'CREATE2', from: accountFactory, salt, bytecode })
const deploy = (code: Hex): Hex =>
  encodeFunctionData({ abi: factoryAbi, functionName: 'deploy', args: [code, salt] })

const contextOf = (delegator: Hex): Hex => {
  const allowance = { kind: 'native', amount: 10n } as const
  const caveats = caveatsOf({ allowance, holder, from: 0, until: 4_000_000_000 })
  return encodeContext({ delegate: holder, delegator, caveats, salt: 7n, signature: '0x12' })
}
const { delegationManager } = permissionContracts
const given = (more: Partial<GivenPermission> = {}): GivenPermission => ({
  context: contextOf(deployed),
  delegationManager,
  dependencies: [{ factory: accountFactory, factoryData: deploy(bytecode) }],
  ...more,
})
const stolen = encodeFunctionData({
  abi: managerAbi,
  functionName: 'redeemDelegations',
  args: [[contextOf('0x7777777777777777777777777777777777777777')], [zeroHash], ['0x']],
})
const depending = (factory: Hex, factoryData: Hex) => given({ dependencies: [{ factory, factoryData }] })

test.each<[string, GivenPermission]>([
  ['a redemption of another person’s permission as a deployment', depending(delegationManager, stolen)],
  ['a call of any contract as a deployment', depending(attacker, '0x12345678')],
  ['the same factory called with something else', depending(accountFactory, '0x12345678')],
  ['a deployment of another account', depending(accountFactory, deploy('0x6002'))],
  ['more behind the deployment', depending(accountFactory, concat([deploy(bytecode), '0x00']))],
  [
    'a second transaction beside the deployment',
    given({ dependencies: [...(given().dependencies ?? []), { factory: attacker, factoryData: '0x' }] }),
  ],
  ['another contract as the manager', given({ delegationManager: attacker })],
  ['no delegation, by which the manager acts for the sender', given({ context: encodeNothing() })],
  ['rubbish as the context', given({ context: '0x1234' })],
])('%s is never sent', (_, permission) => {
  expect(() => redeemCalls(permission, [call])).toThrow(
    expect.objectContaining({ name: 'UnknownPermissionError', code: 'PERMISSION_NOT_KNOWN' }),
  )
})

function encodeNothing(): Hex {
  return encodeAbiParameters([{ type: 'bytes[]' }], [[]])
}

it('sends the deployment of the account itself, and only where it isn’t deployed', () => {
  const permission = given({ delegationManager: delegationManager.toLowerCase() as Hex })
  const [first, second] = redeemCalls(permission, [call])
  expect(first).toEqual({ to: accountFactory, data: deploy(bytecode) })
  expect(second?.to.toLowerCase()).toBe(delegationManager.toLowerCase())
  expect(redeemCalls(permission, [call], true)).toHaveLength(1)
})

it('says what is wrong', () => {
  const sentence = (permission: GivenPermission) => {
    try {
      redeemCalls(permission, [call])
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  expect([
    sentence(given({ delegationManager: attacker })),
    sentence(given({ context: '0x' })),
    sentence(depending(attacker, '0x')),
  ]).toMatchInlineSnapshot(`
    [
      "The delegation manager of this permission isn’t known.",
      "The context of this permission can’t be read.",
      "A dependency of this permission isn’t the deployment of its account, so it isn’t sent.",
    ]
  `)
})
