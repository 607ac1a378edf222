import { UserIcon } from '@latchkey/ui-react'

/** The picture of the action. */
export default function AddressBookIcon() {
  return <UserIcon size="lg" />
}
