import { Icon, type IconProps } from './Icon.js'

export function InfoIcon(props: IconProps) {
  return <Icon {...props} path="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11.2v5M12 7.9v.1" />
}
