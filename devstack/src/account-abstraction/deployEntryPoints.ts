import {
  type Address,
  concat,
  encodeDeployData,
  getCreate2Address,
  type Hex,
  isAddressEqual,
  keccak256,
  zeroHash,
} from 'viem'
import type { Artifact } from '../evm/deployer.js'
import type { EvmStack } from '../evm/evmStack.js'
import { waitForReceipt } from '../evm/waitForReceipt.js'
import { accountAbstractionArtifact, type EntryPointVersion } from './accountAbstractionArtifact.js'

export interface EntryPointContracts {
  /** The same addresses and code as on every public chain. */
  readonly entryPoints: Readonly<Record<EntryPointVersion, Address>>
  /** Factories of SimpleAccount, the entry points' authors' own account, by entry point. Same addresses as on public chains. */
  readonly simpleAccountFactories: Readonly<Record<EntryPointVersion, Address>>
  /** Code for accounts to delegate to (EIP-7702) on EntryPoint 0.8. Same address as on public chains. */
  readonly simple7702Account: Address
}

/** The deployer that is on every chain, and in every node of `startEvm`: EIP-2470's successor, which anyone may use. */
const create2Deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const entryPoints: Readonly<Record<EntryPointVersion, Address>> = {
  '0.6': '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  '0.7': '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  '0.8': '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
}
const simpleAccountFactories: Readonly<Record<EntryPointVersion, Address>> = {
  '0.6': '0x9406Cc6185a346906296840746125a0E44976454',
  '0.7': '0x91E60e0613810449d098b0b5Ec8b51A0FE8c8985',
  '0.8': '0x13E9ed32155810FDbd067D4522C492D6f68E5944',
}
const simple7702Account: Address = '0xe6Cae83BdE06E4c305530e199D7217f42808555B'

/** The authors' own salts, which are part of the addresses. */
const salts: Readonly<Record<EntryPointVersion, Hex>> = {
  '0.6': zeroHash,
  '0.7': '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3',
  '0.8': '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9',
}

/**
 * Deploys the contracts of ERC-4337 the way their authors deployed them, so every address is the same as on public chains.
 *
 * @throws DevstackError BINARY_MISSING
 */
export async function deployEntryPoints(stack: EvmStack): Promise<EntryPointContracts> {
  for (const version of ['0.6', '0.7', '0.8'] as const) {
    const artifact = accountAbstractionArtifact(version, 'EntryPoint')
    await deployByCreate2(stack, artifact, [], entryPoints[version], salts[version])
    const factory = accountAbstractionArtifact(version, 'SimpleAccountFactory')
    await deployByCreate2(stack, factory, [entryPoints[version]], simpleAccountFactories[version])
  }
  const delegate = accountAbstractionArtifact('0.8', 'Simple7702Account')
  await deployByCreate2(stack, delegate, [], simple7702Account)
  return { entryPoints, simpleAccountFactories, simple7702Account }
}

/** An account that only the node uses, so the stack's accounts still have nonce 0 afterwards. */
const sender: Address = '0x00000000000000000000000000000000000de920'

/**
 * Deploys a contract through the deployer that gives the same address on every chain. Does nothing when the contract is
 * already there.
 *
 * @param expected the contract's address on public chains
 * @param salt default zero
 * @throws Error when code, arguments and salt lead to another address
 */
export async function deployByCreate2(
  { client }: EvmStack,
  { abi, bytecode }: Artifact,
  parameters: readonly unknown[],
  expected: Address,
  salt: Hex = zeroHash,
): Promise<Address> {
  const code = encodeDeployData({ abi, bytecode, args: [...parameters] })
  const address = getCreate2Address({ from: create2Deployer, salt, bytecodeHash: keccak256(code) })
  if (!isAddressEqual(address, expected))
    throw new Error(`This code would be at ${address} and not at ${expected}.`)
  if (await client.getCode({ address })) return address
  await client.impersonateAccount({ address: sender })
  await client.setBalance({ address: sender, value: 10n ** 18n })
  const hash = await client.sendTransaction({
    account: sender,
    to: create2Deployer,
    data: concat([salt, code]),
    gas: 12_000_000n,
  })
  const { status } = await waitForReceipt(client, hash)
  await client.stopImpersonatingAccount({ address: sender })
  if (status !== 'success') throw new Error(`The contract of ${expected} could not be deployed.`)
  return address
}
