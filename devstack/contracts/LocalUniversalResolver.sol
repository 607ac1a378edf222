// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Registry {
    function resolver(bytes32 node) external view returns (address);
}

interface NameResolver {
    function name(bytes32 node) external view returns (string memory);
}

/// The two calls that clients make on the ENS universal resolver, answered from a registry on the same
/// chain. No CCIP-Read (EIP-3668) and no wildcard resolution (ENSIP-10): the gateways are ignored.
contract LocalUniversalResolver {
    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverError(bytes errorData);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error UnsupportedCoinType(uint256 coinType);
    error InvalidName(bytes name);

    uint256 private constant ETHEREUM_COIN_TYPE = 60;

    Registry public immutable registry;

    constructor(Registry ensRegistry) {
        registry = ensRegistry;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory result, address resolver)
    {
        return resolve(name, data);
    }

    function reverseWithGateways(bytes calldata lookupAddress, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        if (coinType != ETHEREUM_COIN_TYPE || lookupAddress.length != 20) revert UnsupportedCoinType(coinType);
        bytes32 reverseNode = namehash(reverseName(lookupAddress), 0);
        reverseResolver = registry.resolver(reverseNode);
        if (reverseResolver == address(0)) return ("", address(0), address(0));
        primary = NameResolver(reverseResolver).name(reverseNode);
        if (bytes(primary).length == 0) return ("", address(0), reverseResolver);

        bytes memory encoded = encodeName(bytes(primary));
        bytes memory answer;
        (answer, resolver) = resolve(encoded, abi.encodeWithSignature("addr(bytes32)", namehash(encoded, 0)));
        address forward = abi.decode(answer, (address));
        if (forward != address(bytes20(lookupAddress))) {
            revert ReverseAddressMismatch(primary, abi.encodePacked(forward));
        }
    }

    function resolve(bytes memory name, bytes memory data)
        private
        view
        returns (bytes memory result, address resolver)
    {
        resolver = registry.resolver(namehash(name, 0));
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        bool success;
        (success, result) = resolver.staticcall(data);
        if (!success) revert ResolverError(result);
    }

    /// ENSIP-1 hash of a name in DNS wire format, read from `offset` to the root label.
    function namehash(bytes memory name, uint256 offset) private pure returns (bytes32) {
        if (offset >= name.length) revert InvalidName(name);
        uint256 length = uint8(name[offset]);
        if (length == 0) return bytes32(0);
        if (offset + 1 + length >= name.length) revert InvalidName(name);
        bytes32 label;
        assembly ("memory-safe") {
            label := keccak256(add(add(name, 33), offset), length)
        }
        return keccak256(abi.encodePacked(namehash(name, offset + 1 + length), label));
    }

    /// "<hex of the address>.addr.reverse" in DNS wire format.
    function reverseName(bytes calldata lookupAddress) private pure returns (bytes memory) {
        bytes16 digits = "0123456789abcdef";
        bytes memory label = new bytes(40);
        for (uint256 index; index < 20; index++) {
            label[2 * index] = digits[uint8(lookupAddress[index]) >> 4];
            label[2 * index + 1] = digits[uint8(lookupAddress[index]) & 15];
        }
        return abi.encodePacked(uint8(40), label, uint8(4), "addr", uint8(7), "reverse", uint8(0));
    }

    function encodeName(bytes memory name) private pure returns (bytes memory encoded) {
        encoded = new bytes(name.length + 2);
        uint256 start;
        for (uint256 index; index <= name.length; index++) {
            if (index != name.length && name[index] != ".") {
                encoded[index + 1] = name[index];
                continue;
            }
            if (index == start || index - start > 255) revert InvalidName(name);
            encoded[start] = bytes1(uint8(index - start));
            start = index + 1;
        }
    }
}
