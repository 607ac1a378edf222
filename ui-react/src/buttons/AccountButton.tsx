import type { NamespaceId } from '@latchkey/kernel/plugin'
import type { ReactNode } from 'react'
import { AccountFace, type AccountFaceProps } from './AccountFace.js'
import { ButtonBoundary } from './ButtonBoundary.js'
import { type ButtonBalanceState, useButtonBalance } from './useButtonBalance.js'
import { type OpenAccount, useOpenAccount } from './useOpenAccount.js'

export interface AccountButtonProps extends AccountFaceProps {}

export interface AccountButtonState extends OpenAccount, ButtonBalanceState {}

/**
 * Balance and name or address of the connected account; opens the Account view. While a wallet is being asked for the
 * account that storage names, it shows that address alone. Nothing while there is neither.
 */
export function AccountButton(props: AccountButtonProps): ReactNode {
  return (
    <ButtonBoundary>
      <AccountFace {...props} />
    </ButtonBoundary>
  )
}

export interface AccountButtonCustomProps {
  readonly namespace?: NamespaceId | undefined
  children(state: AccountButtonState): ReactNode
}

/** The same behaviour under the host's own markup. */
AccountButton.Custom = function AccountButtonCustom({ namespace, children }: AccountButtonCustomProps) {
  return children({ ...useOpenAccount(namespace), ...useButtonBalance(namespace) })
}
