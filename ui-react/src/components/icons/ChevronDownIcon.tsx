import { Icon, type IconProps } from './Icon.js'

export function ChevronDownIcon(props: IconProps) {
  return <Icon {...props} path="m5 9 7 7 7-7" />
}
