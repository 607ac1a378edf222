import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findLongFunctions } from './longFunctions.js'
import { takeWords } from './takeWords.js'
import { findSources, root } from './workspace.js'

/**
 * Functions outside the published plugins, the kernel and the kit that are still too long, by file. When you split one, remove it
 * from this list. Don't add to it.
 */
const awaited: readonly string[] = [
  'e2e/chains/flows.ts#describeFlows',
  'testkit/src/bitcoin/satsConnectProvider.ts#createSatsConnect',
  'testkit/src/solana/solanaFeatures.ts#createSolanaFeatures',
  'devstack/src/relay/startRelay.ts#startRelay',
  'devstack/src/solana/ledger/ledger.ts#createLedger',
  'devstack/src/solana/subscriptions.ts#createSubscriptions',
  'testkit/src/walletconnect/walletDecisions.ts#createWalletDecisions',
  'devstack/src/bitcoin/chainIndex.ts#createChainIndex',
  'examples/third-party-cosmos/src/keplr.ts#keplrConnector',
  'testkit/src/walletconnect/signers/eip155Signer.ts#createEip155Signer',
  'testkit/src/bitcoin/unisatProvider.ts#createUnisat',
  'devstack/src/relay/relayHub.ts#createRelayHub',
  'testkit/src/evm/walletState.ts#createWalletState',
  'testkit/src/bitcoin/bitcoinFeatures.ts#createBitcoinFeatures',
  'devstack/src/solana/methods/transactionMethods.ts#transactionMethods',
  'testkit/src/evm/approvals.ts#createApprovals',
  'testkit/src/walletconnect/signers/bip122Signer.ts#createBip122Signer',
  'testkit/src/walletconnect/createWalletConnectWallet.ts#createWalletConnectWallet',
  'testkit/src/polkadot/createPolkadotTestWallet.ts#createPolkadotTestWallet',
  'testkit/src/wallet/accountAccess.ts#createAccountAccess',
  'devstack/src/onramp/createOrders.ts#createOrders',
  'devstack/src/solana/methods/tokenMethods.ts#tokenMethods',
  'testkit/src/walletconnect/signers/solanaSigner.ts#createSolanaSigner',
  'devstack/src/relay/relayDelivery.ts#createRelayDelivery',
  'testkit/src/walletconnect/sessionControls.ts#createSessionControls',
]

const folders = [
  ...['kernel/src', 'ui-react/src', 'plugins'],
  ...[
    'services',
    'devstack',
    'testkit',
    'create/src',
    'create-plugin/src',
    'examples',
    'scripts',
    'bench',
    'e2e',
  ],
]
const isTest = (path: string) => /\.(?:spec|dapp)\.ts$/.test(path)
const found = folders
  .flatMap((folder) => [...findSources(join(root, folder))])
  .map((file) => relative(root, file))
  .filter((path) => !isTest(path))
  .flatMap((path) =>
    findLongFunctions(path, readFileSync(join(root, path), 'utf8')).map((long) => ({
      ...long,
      path,
      place: `${path}#${long.name}`,
    })),
  )
  .sort((left, right) => right.lines - left.lines)

const tooLong = found.filter(({ place }) => !awaited.includes(place))
const split = awaited.filter((place) => !found.some((long) => long.place === place))
for (const { path, line, name, lines } of takeWords({ options: ['--list'] }).options.has('--list')
  ? found
  : tooLong)
  console.error(`${path}:${line}: ${name} has ${lines} lines`)
for (const place of split)
  console.error(`${place} is short now: take it off the list in scripts/checkLongFunctions.ts.`)
console.log(`${found.length} functions of more than 60 lines, ${awaited.length} of them listed.`)
if (tooLong.length > 0) console.error('Split them, each along its reasons.')
process.exit(tooLong.length + split.length > 0 ? 1 : 0)
