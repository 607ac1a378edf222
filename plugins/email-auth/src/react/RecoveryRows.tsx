import {
  CheckCircleIcon,
  KeyIcon,
  ListRow,
  LockIcon,
  useMessages,
  useService,
  useSnapshot,
} from '@latchkey/ui-react'
import { useEffect } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { takesPasskeys } from './takesPasskeys.js'

interface RecoveryRowsProps {
  /** Runs something that the wallet's frame shows, and says what went wrong with it. */
  inWallet(run: () => Promise<void>): Promise<void>
}

/** Ways back into the wallet that the person doesn't have yet. */
export function RecoveryRows({ inWallet }: RecoveryRowsProps) {
  const messages = useMessages(emailAuthMessages)
  const auth = useService(EmailAuth)
  const { recovery } = useSnapshot(auth.state)
  useEffect(() => {
    // Without an answer the rows stay away: a way back may be there already.
    auth.readRecovery().catch(() => undefined)
  }, [auth])
  const add = (kind: 'passkey' | 'code') => void inWallet(() => auth.addRecovery(kind))
  if (!recovery) return null
  return (
    <>
      {recovery.passkeys > 0 ? (
        <ListRow leading={<CheckCircleIcon />} title={messages.hasPasskey} testId="lk-has-passkey" />
      ) : auth.passkey && takesPasskeys(window) ? (
        <ListRow
          leading={<KeyIcon />}
          title={messages.addPasskey}
          description={messages.addPasskeyText}
          chevron
          testId="lk-add-passkey"
          onClick={() => add('passkey')}
        />
      ) : null}
      {recovery.hasCode ? null : (
        <ListRow
          leading={<LockIcon />}
          title={messages.addCode}
          description={messages.addCodeText}
          chevron
          testId="lk-add-code"
          onClick={() => add('code')}
        />
      )}
    </>
  )
}
