import {
  InvertIcon,
  ListRow,
  safeText,
  useMessages,
  useService,
  useSnapshot,
  truncateAddress,
} from '@latchkey/ui-react'
import { useEffect } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { emailAuthMessages } from './emailAuthMessages.js'

interface UpgradeRowProps {
  /** Runs something that the wallet's frame shows, and says what went wrong with it. */
  inWallet(run: () => Promise<void>): Promise<void>
}

/** The code that the account of the key runs (EIP-7702), and the way to take it away. Nothing where there is none. */
export function UpgradeRow({ inWallet }: UpgradeRowProps) {
  const messages = useMessages(emailAuthMessages)
  const auth = useService(EmailAuth)
  const { upgrade } = useSnapshot(auth.state)
  useEffect(() => {
    // Without an answer the row stays away.
    auth.readUpgrade().catch(() => undefined)
  }, [auth])
  if (!upgrade) return null
  const { name, address } = upgrade
  const short = truncateAddress(address)
  return (
    <ListRow
      leading={<InvertIcon />}
      title={messages.undoUpgrade}
      description={
        name === undefined
          ? messages.unknownCode({ address: short })
          : messages.upgradedTo({ code: `${safeText(name, 60)} (${short})` })
      }
      chevron
      testId="lk-undo-upgrade"
      onClick={() => void inWallet(async () => void (await auth.undoUpgrade()))}
    />
  )
}
