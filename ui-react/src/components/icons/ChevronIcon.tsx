import { Icon, type IconProps } from './Icon.js'

export function ChevronIcon(props: IconProps) {
  return <Icon {...props} path="m9 5 7 7-7 7" isDirectional />
}
