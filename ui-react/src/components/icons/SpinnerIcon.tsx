import { Icon, type IconProps } from './Icon.js'

export function SpinnerIcon(props: IconProps) {
  return <Icon {...props} path="M12 3a9 9 0 1 0 9 9" />
}
