import { Navigation } from '@latchkey/kernel/wallet'
import {
  EmptyState,
  ListRow,
  safeText,
  SearchField,
  useLocale,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import { useMemo, useState } from 'react'
import { onrampMessages } from './onrampMessages.js'
import type { OnrampViewProps } from './OnrampViewProps.js'
import { listRegions } from './regions.js'
import { useOnrampState } from './useOnrampState.js'

/** Where the person lives: providers sell by country. */
export default function CountryView({ controller }: OnrampViewProps) {
  const messages = useMessages(onrampMessages)
  const navigation = useService(Navigation)
  const locale = useLocale()
  const { country } = useOnrampState()
  const [query, setQuery] = useState('')
  const regions = useMemo(() => listRegions(locale), [locale])
  const text = query.trim().toLocaleLowerCase(locale)
  const shown = regions.filter(
    ({ code, name }) => name.toLocaleLowerCase(locale).includes(text) || code.toLowerCase() === text,
  )
  return (
    <div className="lk-stack" data-gap="sm">
      <SearchField
        value={query}
        onChange={setQuery}
        label={messages.searchCountries}
        testId="onramp-country-search"
      />
      {shown.length === 0 ? (
        <EmptyState
          title={messages.nothingFound}
          text={messages.nothingFoundText({ query: safeText(query.trim(), 40) })}
        />
      ) : (
        <fieldset className="lk-list" aria-label={messages.titleCountry}>
          {shown.map(({ code, name }) => (
            <ListRow
              key={code}
              title={name}
              selected={code === country}
              testId={`onramp-country-${code}`}
              onClick={() => {
                controller.setCountry(code)
                navigation.back()
              }}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}
