import { Icon, type IconProps } from './Icon.js'

export function PlusIcon(props: IconProps) {
  return <Icon {...props} path="M12 5v14M5 12h14" />
}
