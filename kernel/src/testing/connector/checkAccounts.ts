import { parseAccountId } from '../../contracts/accountIds.js'
import { type NetworkId, parseNetworkId } from '../../contracts/caip.js'
import type { Account } from '../../contracts/points/connector.js'
import { describeFound } from '../describeFound.js'
import { check } from '../suite.js'
import type { ConnectorRun } from './runConnector.js'

/** Checks the accounts that a connector answers or reports. */
export function checkAccounts(
  accounts: readonly Account[],
  { namespace, isAddress }: Pick<ConnectorRun, 'namespace' | 'isAddress'>,
): void {
  check(
    Array.isArray(accounts) && accounts.length > 0,
    `at least one account, found ${describeFound(accounts)}`,
    'reject, or report `ended`, where the wallet shares none',
  )
  for (const account of accounts) checkAccount(account, namespace, isAddress)
  const ids = accounts.map(({ id }) => id)
  check(
    new Set(ids).size === ids.length,
    `each account once, found ${describeFound(ids)}`,
    'leave out what the wallet names twice',
  )
}

function checkAccount(account: Account, namespace: string, isAddress: ConnectorRun['isAddress']): void {
  const { id, address, namespace: own, kind, label, networks } = Object(account) as Account
  const parts = parseAccountId(id)
  const sound = parts?.namespace === namespace && own === namespace && parts.address === address
  check(
    sound && parts,
    `a CAIP-10 account of "${namespace}" with its address, found ${describeFound(sound ? id : account)}`,
    'make the id with `accountId(networkId, address)`',
  )
  const networkId = id.slice(0, id.length - address.length - 1) as NetworkId
  check(
    isAddress(address, networkId),
    `an address of "${namespace}" on ${networkId}, found "${address}"`,
    'check what the wallet answers with the namespace’s own `isAddress`',
  )
  check(
    typeof kind === 'string' && kind !== '',
    `a \`kind\` of the account as text, found ${describeFound(kind)}`,
    'say what kind of account it is, such as "eoa"',
  )
  check(
    label === undefined || typeof label === 'string',
    `a \`label\` as text or none, found ${describeFound(label)}`,
    'leave the label out where the wallet gives no name',
  )
  checkNetworkIds(networks ?? [], namespace, 'the account’s networks')
}

/** Checks that all are CAIP-2 ids of a namespace. */
export function checkNetworkIds(ids: readonly unknown[], namespace: string, what: string): void {
  check(Array.isArray(ids), `a list as ${what}, found ${describeFound(ids)}`, 'give a list of CAIP-2 ids')
  for (const id of ids) {
    check(
      typeof id === 'string' && parseNetworkId(id)?.namespace === namespace,
      `a CAIP-2 id of "${namespace}", found ${describeFound(id)} in ${what}`,
      'write it as namespace, colon and reference',
    )
  }
}
