import { Button, ListRow, Stack, Tabs, truncateAddress, useMessages } from '@latchkey/ui-react'
import type { LedgerChoice } from '../LedgerService.js'
import type { LedgerScheme } from '../paths.js'
import { ledgerMessages } from './messages.js'

export interface ChooseAccountProps {
  /** All of one kind, at least one. */
  readonly choices: readonly LedgerChoice[]
  onScheme(scheme: LedgerScheme): void
  onMore(scheme: LedgerScheme): void
  onChoose(choice: LedgerChoice): void
}

/** The accounts of a device, by the paths that wallets have used. */
export function ChooseAccount({ choices, onScheme, onMore, onChoose }: ChooseAccountProps) {
  const messages = useMessages(ledgerMessages)
  const scheme = choices[0]?.scheme ?? 'standard'
  const list = (
    <Stack gap="sm" testId="lk-ledger-accounts">
      {choices.map((choice) => (
        <ListRow
          key={choice.path}
          title={truncateAddress(choice.address)}
          subtitle={choice.path}
          chevron
          testId={`lk-ledger-account-${choice.index}`}
          onClick={() => onChoose(choice)}
        />
      ))}
      <Button variant="secondary" fullWidth data-testid="lk-ledger-more" onClick={() => onMore(scheme)}>
        {messages.more}
      </Button>
    </Stack>
  )
  return (
    <Tabs
      label={messages.kinds}
      value={scheme}
      onChange={(id) => onScheme(id === 'older' ? 'older' : 'standard')}
      tabs={(['standard', 'older'] as const).map((id) => ({
        id,
        label: messages[id],
        testId: `lk-ledger-${id}`,
        content: id === scheme ? list : null,
      }))}
    />
  )
}
