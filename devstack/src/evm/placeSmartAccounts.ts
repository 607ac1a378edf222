import * as bytecode from '@metamask/delegation-abis/bytecode'
import { type Address, concat, encodeAbiParameters, getContractAddress, type Hex } from 'viem'
import type { EvmClient } from './evmClient.js'

const entryPoint: Address = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

/** Addresses of the smart accounts' contracts, the same on every network that has them. */
export const smartAccountContracts = {
  /** Deploys accounts by CREATE2. */
  factory: '0x69Aa2f9fe1572F1B640E1bbc512f5c3a734fc77c',
  /** The code behind an account's proxy. */
  implementation: '0x48dBe696A4D990079e039489bA2053B36E8FFEC4',
  /** The code that an account with its own key delegates to (EIP-7702). */
  delegate: '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B',
  /** The delegation manager, which enforces what others may do with an account. */
  delegationManager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
} as const satisfies Record<string, Address>

/** The contracts that enforce the limits of permissions: their code, and their addresses on public networks. */
export const permissionEnforcers = [
  { code: bytecode.AllowedMethodsEnforcer as Hex, at: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5' },
  { code: bytecode.AllowedTargetsEnforcer as Hex, at: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB' },
  { code: bytecode.ERC20PeriodTransferEnforcer as Hex, at: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB' },
  { code: bytecode.ERC20TransferAmountEnforcer as Hex, at: '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc' },
  { code: bytecode.ExactCalldataEnforcer as Hex, at: '0x99F2e9bF15ce5eC84685604836F71aB835DBBdED' },
  { code: bytecode.LimitedCallsEnforcer as Hex, at: '0x04658B29F6b82ed55274221a06Fc97D318E25416' },
  {
    code: bytecode.NativeTokenPeriodTransferEnforcer as Hex,
    at: '0x9BC0FAf4Aca5AE429F4c06aEEaC517520CB16BD9',
  },
  {
    code: bytecode.NativeTokenTransferAmountEnforcer as Hex,
    at: '0xF71af580b9c3078fbc2BBF16FbB8EEd82b330320',
  },
  { code: bytecode.NonceEnforcer as Hex, at: '0xDE4f2FAC4B3D87A1d9953Ca5FC09FCa7F366254f' },
  { code: bytecode.RedeemerEnforcer as Hex, at: '0xE144b0b2618071B4E56f746313528a669c7E65c5' },
  { code: bytecode.TimestampEnforcer as Hex, at: '0x1046bb45C8d673d4ea75321280DB34899413c069' },
  { code: bytecode.ValueLteEnforcer as Hex, at: '0x92Bf12322527cAA612fd31a0e810472BBB106A8F' },
] as const

/** The account that constructors run as. It has no known key, and has sent nothing. */
const builder: Address = '0x00000000000000000000000000000000000de911'

interface Placed {
  readonly code: Hex
  readonly at: Address
  /** Whether the code compares its own address, as what a proxy runs does. */
  readonly knowsItself?: boolean
}

/**
 * Puts the contracts of MetaMask's smart accounts at their public addresses. Their constructors run in a call, so no
 * account of the chain sends a transaction.
 */
export async function placeSmartAccounts(client: EvmClient): Promise<void> {
  const { factory, implementation, delegate, delegationManager } = smartAccountContracts
  const curve: Address = '0x00000000000000000000000000000000000de912'
  const parts = encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }],
    [delegationManager, entryPoint],
  )
  const manager = encodeAbiParameters([{ type: 'address' }], [builder])
  const linked = bytecode.HybridDeleGator.replaceAll(/__\$[0-9a-f]{34}\$__/g, curve.slice(2)) as Hex
  const placed: readonly Placed[] = [
    { code: bytecode.SimpleFactory as Hex, at: factory },
    { code: bytecode.SCL_RIP7212 as Hex, at: curve },
    { code: concat([bytecode.DelegationManager as Hex, manager]), at: delegationManager },
    { code: concat([linked, parts]), at: implementation, knowsItself: true },
    { code: concat([bytecode.EIP7702StatelessDeleGator as Hex, parts]), at: delegate },
    ...permissionEnforcers,
  ]
  for (const one of placed) await place(client, one)
}

async function place(client: EvmClient, { code, at, knowsItself = false }: Placed): Promise<void> {
  const { data } = await client.call({ account: builder, data: code })
  if (!data) throw new Error(`Setting up the local chain failed: the code for ${at} could not be made.`)
  const made = getContractAddress({ from: builder, nonce: 0n }).slice(2).toLowerCase()
  const bytecodeAt = knowsItself ? (data.replaceAll(made, at.slice(2).toLowerCase()) as Hex) : data
  await client.setCode({ address: at, bytecode: bytecodeAt })
}
