import { parseAbi } from 'viem'

/** ERC-1271 account of one key, deployed by `ownedAccountFactoryAbi`. */
export const ownedAccountAbi = parseAbi([
  'function owner() view returns (address)',
  'function execute(address to, uint256 value, bytes data) returns (bytes)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  'error NotOwner(address caller)',
  'error CallFailed(bytes reason)',
])

export const ownedAccountFactoryAbi = parseAbi([
  'function addressOf(address owner, bytes32 salt) view returns (address)',
  'function create(address owner, bytes32 salt) returns (address account)',
])

/** What `tokens.legacy` answers: nothing where ERC-20 wants a bool. */
export const legacyTokenAbi = parseAbi([
  'function approve(address spender, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
])

export const ensRegistryAbi = parseAbi([
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner) returns (bytes32)',
  'function setResolver(bytes32 node, address resolver)',
  'function setOwner(bytes32 node, address owner)',
  'function owner(bytes32 node) view returns (address)',
])

export const ensResolverAbi = parseAbi([
  'function setAddr(bytes32 node, address account)',
  'function setName(bytes32 node, string name)',
  'function setText(bytes32 node, string key, string value)',
])
