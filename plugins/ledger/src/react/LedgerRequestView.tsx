import { Navigation } from '@latchkey/kernel/wallet'
import {
  ActionBar,
  AddressText,
  Button,
  RefreshIcon,
  Stack,
  useMessages,
  useService,
  useSnapshot,
  useWords,
  WaitingScreen,
  WalletIcon,
} from '@latchkey/ui-react'
import { ledgerMark } from '../ledgerMark.js'
import { Ledger } from '../LedgerService.js'
import { ledgerMessages } from './messages.js'
import { ReviewCard, ReviewNote } from './ReviewCard.js'

/** What the person is to do on the device, what it shows there, and what keeps it from going on. */
export default function LedgerRequestView() {
  const messages = useMessages(ledgerMessages)
  const say = useWords()
  const ledger = useService(Ledger)
  const navigation = useService(Navigation)
  const { request } = useSnapshot(ledger.state)
  if (!request) return null
  const { shows, app, isOpening, problem, address, review } = request
  const isRead = !problem && !isOpening
  const asked = {
    title: shows === 'address' ? messages.confirmAddress : messages.confirm,
    text: messages[shows],
  }
  const words = isOpening ? { title: messages.openApp({ app }), text: messages.openAppText } : asked
  return (
    <WaitingScreen
      testId={problem ? 'lk-ledger-problem' : 'lk-ledger-request'}
      picture={<WalletIcon name="Ledger" src={ledgerMark} size="xl" />}
      state={problem ? 'error' : 'pending'}
      title={problem ? messages.notDone : words.title}
      text={problem ? say(problem) : words.text}
      actions={
        <Stack>
          {shows === 'address' && !isOpening ? (
            // The words above are read out; what they tell a person to compare is to be, too.
            <div className="lk-address-block" role="status">
              <AddressText address={address} full />
            </div>
          ) : null}
          {isRead && review && review !== 'unexplained' ? <ReviewCard review={review} /> : null}
          {/* What the reading is worth is about the answer on the device, and stays in sight beside the way out. */}
          <ActionBar>
            {isRead && review ? <ReviewNote review={review} shows={shows} /> : null}
            {problem ? (
              <Button
                fullWidth
                icon={<RefreshIcon />}
                data-testid="lk-ledger-retry"
                onClick={() => ledger.retry()}
              >
                {messages.tryAgain}
              </Button>
            ) : null}
            <Button
              variant="secondary"
              fullWidth
              data-testid="lk-ledger-cancel"
              onClick={() => navigation.back()}
            >
              {messages.cancel}
            </Button>
          </ActionBar>
        </Stack>
      }
    />
  )
}
