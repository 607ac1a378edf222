import { ERC1967Proxy } from '@metamask/delegation-abis/bytecode'
import { concat, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { startEvm } from './startEvm.js'
import { permissionEnforcers, smartAccountContracts } from './placeSmartAccounts.js'

const abi = parseAbi([
  'function initialize(address owner, string[] keyIds, uint256[] x, uint256[] y)',
  'function deploy(bytes code, bytes32 salt) returns (address)',
  'function computeAddress(bytes32 codeHash, bytes32 salt) view returns (address)',
  'function owner() view returns (address)',
  'function getImplementation() view returns (address)',
  'function onERC721Received(address, address, uint256, bytes) view returns (bytes4)',
  'function entryPoint() view returns (address)',
])

test('runs the contracts of smart accounts where public networks have them', async () => {
  const stack = await startEvm()
  try {
    const { factory, implementation, delegate, delegationManager } = smartAccountContracts
    const [alice] = stack.accounts
    if (!alice) throw new Error('The chain has no accounts.')
    const initialize = encodeFunctionData({
      abi,
      functionName: 'initialize',
      args: [alice.address, [], [], []],
    })
    const code = concat([
      ERC1967Proxy as Hex,
      encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }], [implementation, initialize]),
    ])
    const { client } = stack
    await client.impersonateAccount({ address: alice.address })
    const { request, result: account } = await client.simulateContract({
      account: alice.address,
      address: factory,
      abi,
      functionName: 'deploy',
      args: [code, `0x${'0'.repeat(64)}`],
    })
    await client.waitForTransactionReceipt({ hash: await client.writeContract(request) })
    const read = (functionName: 'owner' | 'getImplementation' | 'entryPoint') =>
      client.readContract({ address: account, abi, functionName })
    expect(await read('owner')).toBe(alice.address)
    expect(await read('getImplementation')).toBe(implementation)
    expect(await read('entryPoint')).toBe('0x0000000071727De22E5E9d8BAf0edAc6f37da032')
    // It answers only behind a proxy, and at the address it was built for.
    const received = { abi, functionName: 'onERC721Received', args: [account, account, 1n, '0x'] } as const
    expect(await client.readContract({ ...received, address: account })).toBe('0x150b7a02')
    await expect(client.readContract({ ...received, address: implementation })).rejects.toThrow()
    for (const address of [delegate, delegationManager, ...permissionEnforcers.map(({ at }) => at)])
      expect(await client.getCode({ address })).toBeTruthy()
  } finally {
    await stack.stop()
  }
})
