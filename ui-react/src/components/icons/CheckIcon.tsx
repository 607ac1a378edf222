import { Icon, type IconProps } from './Icon.js'

export function CheckIcon(props: IconProps) {
  return <Icon {...props} path="m5 12.5 4.5 4.5L19 7.5" />
}
