import { AddressText } from '../components/AddressText.js'
import { DetailList } from '../components/DetailList.js'
import { forms } from '../messages/en/forms.js'
import { useMessages } from '../messages/useMessages.js'

export interface ComparedAddressesProps {
  /** The one that is about to be used. */
  readonly given: { readonly label: string; readonly address: string }
  /** The one that it looks like. */
  readonly known: { readonly label: string; readonly address: string }
  readonly testId?: string | undefined
}

/** Two addresses that look alike, whole and under each other, with a line under each character that differs. */
export function ComparedAddresses({ given, known, testId = 'lk-compared' }: ComparedAddressesProps) {
  const messages = useMessages(forms)
  const row = (one: typeof given, other: typeof given) => ({
    label: one.label,
    stacked: true,
    value: <AddressText address={one.address} full unlike={other.address} />,
  })
  return (
    <div className="lk-stack" data-gap="sm" data-testid={testId}>
      <DetailList details={[row(given, known), row(known, given)]} />
      <p className="lk-hint">{messages.differing}</p>
    </div>
  )
}
