import { errorWords } from '@latchkey/kernel/plugin'
import {
  Badge,
  Banner,
  EmptyState,
  ErrorState,
  ListRow,
  safeText,
  SkeletonRow,
  TextField,
  useAccount,
  useMessages,
  useService,
  useWords,
  useSnapshot,
} from '@latchkey/ui-react'
import type { NameSuggestion } from '@latchkey/kernel/contracts'
import { NameRegistration } from '../NameRegistration.js'
import { problemOfNamePart } from '../problemOfNamePart.js'
import { identityMessages } from './identityMessages.js'
import { NoAccount } from './NoAccount.js'
import { useOwnedNames } from './useOwnedNames.js'
import { useSuggestions } from './useSuggestions.js'

/** Typing a name, which of the names like it are free, and taking one. */
export default function RegisterNameView() {
  const messages = useMessages(identityMessages)
  const say = useWords()
  const { isConnected } = useAccount()
  const registration = useService(NameRegistration)
  // At once, or the caret would jump to the end of what is typed.
  const { error, part } = useSnapshot(registration.state, { sync: true })
  const { owned } = useOwnedNames()
  const suggestions = useSuggestions(part)
  const problem = part === '' ? undefined : problemOfNamePart(part)
  const { zone } = registration
  if (zone === undefined) return <EmptyState title={messages.none} text={messages.noneText} />
  if (!isConnected) return <NoAccount />
  const [first] = owned ?? []
  if (first !== undefined) {
    return <EmptyState title={messages.alreadyOwned} text={messages.alreadyOwnedText({ name: first })} />
  }
  return (
    <div className="lk-stack">
      {error ? (
        <Banner tone="danger" title={messages.failed} announce="alert">
          {say(errorWords(error))}
        </Banner>
      ) : null}
      <TextField
        label={messages.field}
        hint={messages.hint}
        error={problem && say(problem)}
        value={part}
        onChange={(event) => registration.setPart(event.target.value.toLowerCase().trim())}
        trailing={<span className="lk-field-suffix">.{safeText(zone, 32)}</span>}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        dir="ltr"
        data-testid="lk-name-field"
        data-autofocus=""
      />
      {suggestions.error === undefined ? null : (
        <ErrorState error={suggestions.error} onRetry={suggestions.retry} />
      )}
      {suggestions.isAsked && suggestions.error === undefined ? (
        <Suggestions list={suggestions.list} onChoose={(name) => void registration.register(name)} />
      ) : null}
    </div>
  )
}

interface SuggestionsProps {
  readonly list: readonly NameSuggestion[] | undefined
  onChoose(name: string): void
}

function Suggestions({ list, onChoose }: SuggestionsProps) {
  const messages = useMessages(identityMessages)
  if (!list) {
    return (
      <div className="lk-list" aria-hidden="true">
        <SkeletonRow leading="none" subtitle={false} trailing />
        <SkeletonRow leading="none" subtitle={false} trailing />
      </div>
    )
  }
  return (
    <ul className="lk-list" aria-label={messages.suggestions} data-testid="lk-name-suggestions">
      {list.map(({ name, isRegistered }) => (
        <li key={name} className="lk-list-item">
          <ListRow
            title={safeText(name, 64)}
            trailing={
              isRegistered ? (
                <Badge>{messages.registered}</Badge>
              ) : (
                <Badge tone="success">{messages.available}</Badge>
              )
            }
            disabled={isRegistered}
            chevron={!isRegistered}
            testId={`lk-name-${name}`}
            onClick={() => onChoose(name)}
          />
        </li>
      ))}
    </ul>
  )
}
