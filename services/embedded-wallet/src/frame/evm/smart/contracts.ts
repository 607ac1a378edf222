import { ERC1967Proxy } from '@metamask/delegation-abis/bytecode'
import { type Hex, parseAbi } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'

/** MetaMask's smart accounts, version 1.3.0: one address each on every network that has them. */
export const contracts = {
  entryPoint: entryPoint07Address,
  factory: '0x69Aa2f9fe1572F1B640E1bbc512f5c3a734fc77c',
  implementation: '0x48dBe696A4D990079e039489bA2053B36E8FFEC4',
  delegationManager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
} as const

/** Creates the proxy at an account's address. */
export const proxyCode = ERC1967Proxy as Hex

export const factoryAbi = parseAbi(['function deploy(bytes code, bytes32 salt) returns (address)'])

export const accountAbi = parseAbi([
  'function initialize(address owner, string[] keyIds, uint256[] x, uint256[] y)',
  'struct Execution { address target; uint256 value; bytes callData; }',
  'function execute(Execution execution) payable',
  'function execute(bytes32 mode, bytes executions) payable',
])

/** Calls of an account to itself that give something away, or change who controls it. */
export const ownAbi = parseAbi([
  'function transferOwnership(address owner)',
  'function renounceOwnership()',
  'function updateSigners(address owner, string[] keyIds, uint256[] x, uint256[] y)',
  'function reinitialize(uint8 version, address owner, string[] keyIds, uint256[] x, uint256[] y, bool doesDelete)',
  'function addKey(string keyId, uint256 x, uint256 y)',
  'function removeKey(string keyId)',
  'function upgradeToAndCall(address implementation, bytes data) payable',
  'function upgradeToAndCallAndRetainStorage(address implementation, bytes data) payable',
  'function withdrawDeposit(address to, uint256 amount)',
])

/** What takes an account's deposit for fees out of the EntryPoint. */
export const depositAbi = parseAbi([
  'function withdrawTo(address to, uint256 amount)',
  'function withdrawStake(address to)',
])

/** What accounts and the EntryPoint tell. */
export const eventAbi = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
  'event Upgraded(address indexed implementation)',
  'event AddedP256Key(bytes32 indexed keyIdHash, string keyId, uint256 x, uint256 y)',
  'event RemovedP256Key(bytes32 indexed keyIdHash, uint256 x, uint256 y)',
  'event Withdrawn(address indexed account, address to, uint256 amount)',
])
