import { parseAbi } from 'viem'

/**
 * The contracts of MetaMask's Delegation Framework 1.3.0 that keep a permission to its limits, at one address each on every
 * network that has them.
 */
export const permissionContracts = {
  delegationManager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
  allowedMethods: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5',
  allowedTargets: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB',
  exactCalldata: '0x99F2e9bF15ce5eC84685604836F71aB835DBBdED',
  limitedCalls: '0x04658B29F6b82ed55274221a06Fc97D318E25416',
  nativeAmount: '0xF71af580b9c3078fbc2BBF16FbB8EEd82b330320',
  nativePeriod: '0x9BC0FAf4Aca5AE429F4c06aEEaC517520CB16BD9',
  nonce: '0xDE4f2FAC4B3D87A1d9953Ca5FC09FCa7F366254f',
  redeemer: '0xE144b0b2618071B4E56f746313528a669c7E65c5',
  timestamp: '0x1046bb45C8d673d4ea75321280DB34899413c069',
  tokenAmount: '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc',
  tokenPeriod: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB',
  valueLimit: '0x92Bf12322527cAA612fd31a0e810472BBB106A8F',
} as const

/** Deploys accounts of the framework. */
export const accountFactory = '0x69Aa2f9fe1572F1B640E1bbc512f5c3a734fc77c'

export const factoryAbi = parseAbi(['function deploy(bytes code, bytes32 salt) returns (address)'])

export const managerAbi = parseAbi([
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
  'function disableDelegation(Delegation delegation)',
  'function disabledDelegations(bytes32 hash) view returns (bool)',
])

export const nonceAbi = parseAbi([
  'function currentNonce(address manager, address account) view returns (uint256)',
  'function incrementNonce(address manager)',
])

/** What the enforcers count, by the delegation manager and the hash of a delegation. */
export const enforcerAbi = parseAbi([
  'function spentMap(address manager, bytes32 hash) view returns (uint256)',
  'function callCounts(address manager, bytes32 hash) view returns (uint256)',
  'function getAvailableAmount(bytes32 hash, address manager, bytes terms) view returns (uint256 available, bool isNewPeriod, uint256 period)',
])
