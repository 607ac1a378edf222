import { join } from 'node:path'
import { exportedModules } from './exportedModules.js'
import { joinModules } from './joinModules.js'
import { root } from './workspace.js'

/**
 * Small, and needed by nearly everything that is loaded after the page's first scripts. With these they weigh 2 kB; as files
 * of their own they are ten requests between the press of the button and the list.
 */
const shared = [
  'contracts/accountIds.js',
  'contracts/capabilities/amount.js',
  'contracts/copyList.js',
  'errors/connection.js',
  'errors/kernelErrorFrom.js',
  'keys/providerKey.js',
  'platform/untilAborted.js',
  'wallet/session/spanningId.js',
]

/** What looks for wallets: its code comes beside that of each chain, which needs it first. */
const looking = ['chain/createWalletIds.js', 'chain/watchStandardWallets.js']

/** What sends uses, in every chain and in every feature that sends: none of it before a person has confirmed something. */
const sending = [
  'chain/collectNotices.js',
  'chain/judgeFee.js',
  'chain/submitSteps.js',
  'chain/toSubmittedCalls.js',
  'contracts/CallsPartlySentError.js',
  'contracts/FeeUnreasonableError.js',
  'contracts/outcomeOf.js',
  'contracts/submitCalls.js',
  'contracts/tellTransactions.js',
  'errors/nothingSent.js',
  'errors/payment.js',
  'platform/inOneTab.js',
  'wallet/createPendingList.js',
  'wallet/findExplorerUrl.js',
  'wallet/followForm.js',
  'wallet/followHeld.js',
  'wallet/isSameTarget.js',
]

/** What is needed where a service is asked or a wallet's answer is read. */
const asking = [
  'chain/describeAnswer.js',
  'contracts/checkHoldings.js',
  'contracts/data/standingOf.js',
  'errors/createWalletErrors.js',
  'errors/httpStatus.js',
  'errors/unknown.js',
  'platform/createTimer.js',
  'platform/fetchWhole.js',
  'platform/readRetryAfter.js',
]

/** What these lists import and others need without them: each stays a file. */
const alone = [
  'contracts/amounts.js',
  'contracts/capabilities/explorer.js',
  'contracts/data/sentTransactions.js',
  'contracts/routes.js',
  'errors/rpc.js',
]

/**
 * Joins what the compiler made of the kernel into five files: what every page has from the start, what looks for wallets,
 * what sends, what asks, and what talks to wallets. What else a plugin can import stays as it is, so that a page carries only what its plugins name.
 */
export async function joinKernel(): Promise<ReadonlyMap<string, number>> {
  const folder = join(root, 'kernel/dist')
  const entries = ['index.js', 'plugin.js', 'contracts.js', 'wallet.js', 'transaction.js', 'chain.js']
  return joinModules(folder, [
    { name: 'createKernel.js', roots: ['createKernel.js', ...shared] },
    { roots: alone },
    { name: 'chain/watchStandardWallets.js', roots: looking },
    { name: 'chain/submitSteps.js', roots: sending },
    { name: 'platform/fetchWhole.js', roots: asking },
    { roots: entries.flatMap((entry) => exportedModules(join(folder, entry))) },
    { name: 'wallet/walletCode.js', roots: ['wallet/walletCode.js'] },
  ])
}
