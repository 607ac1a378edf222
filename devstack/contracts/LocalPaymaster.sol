// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IEntryPoint {
    function balanceOf(address account) external view returns (uint256);
    function withdrawTo(address payable to, uint256 amount) external;
}

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Pays the gas of what its signer has signed, for EntryPoint 0.6, 0.7 and 0.8. Where the signer names a token, it takes
/// the fee in that token from the account afterwards.
contract LocalPaymaster {
    struct UserOperation {
        address sender;
        uint256 nonce;
        bytes initCode;
        bytes callData;
        uint256 callGasLimit;
        uint256 verificationGasLimit;
        uint256 preVerificationGas;
        uint256 maxFeePerGas;
        uint256 maxPriorityFeePerGas;
        bytes paymasterAndData;
        bytes signature;
    }

    struct PackedUserOperation {
        address sender;
        uint256 nonce;
        bytes initCode;
        bytes callData;
        bytes32 accountGasLimits;
        uint256 preVerificationGas;
        bytes32 gasFees;
        bytes paymasterAndData;
        bytes signature;
    }

    /// The service's data after the address and the gas limits: until, after, token, rate, signature.
    uint256 private constant DATA_LENGTH = 6 + 6 + 20 + 32 + 65;
    /// The cost of `postOp` itself, which the entry point hasn't counted yet.
    uint256 private constant OWN_GAS = 40000;

    address public immutable entryPoint;
    address public immutable signer;

    error OnlyEntryPoint();
    error OnlySigner();
    error WrongData();
    error TokenNotPaid();

    event FeePaidInToken(address indexed account, address indexed token, uint256 amount);

    constructor(address entryPoint_, address signer_) {
        entryPoint = entryPoint_;
        signer = signer_;
    }

    function validatePaymasterUserOp(UserOperation calldata operation, bytes32, uint256)
        external
        view
        returns (bytes memory, uint256)
    {
        bytes32 gas = keccak256(
            abi.encode(
                operation.callGasLimit,
                operation.verificationGasLimit,
                operation.preVerificationGas,
                operation.maxFeePerGas,
                operation.maxPriorityFeePerGas
            )
        );
        return _validate(operation.sender, operation.nonce, operation.callData, gas, operation.paymasterAndData[20:]);
    }

    function validatePaymasterUserOp(PackedUserOperation calldata operation, bytes32, uint256)
        external
        view
        returns (bytes memory, uint256)
    {
        bytes calldata both = operation.paymasterAndData;
        bytes32 gas = keccak256(
            abi.encode(
                operation.accountGasLimits, operation.preVerificationGas, operation.gasFees, bytes32(both[20:52])
            )
        );
        return _validate(operation.sender, operation.nonce, operation.callData, gas, both[52:]);
    }

    /// EntryPoint 0.6.
    function postOp(uint8 mode, bytes calldata context, uint256 actualGasCost) external {
        _take(mode, context, actualGasCost, tx.gasprice);
    }

    /// EntryPoint 0.7 and 0.8.
    function postOp(uint8 mode, bytes calldata context, uint256 actualGasCost, uint256 feePerGas) external {
        _take(mode, context, actualGasCost, feePerGas);
    }

    /// Withdraws the whole deposit.
    function withdraw() external {
        if (msg.sender != signer) revert OnlySigner();
        IEntryPoint(entryPoint).withdrawTo(payable(signer), IEntryPoint(entryPoint).balanceOf(address(this)));
    }

    function _validate(
        address sender,
        uint256 nonce,
        bytes calldata callData,
        bytes32 gas,
        bytes calldata data
    ) private view returns (bytes memory context, uint256 validationData) {
        if (msg.sender != entryPoint) revert OnlyEntryPoint();
        if (data.length != DATA_LENGTH) revert WrongData();
        bytes32 hash = keccak256(
            abi.encode(
                block.chainid, address(this), sender, nonce, keccak256(callData), gas, keccak256(data[:64])
            )
        );
        bytes32 signed = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", hash));
        bytes calldata signature = data[64:];
        address recovered =
            ecrecover(signed, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        address token = address(bytes20(data[12:32]));
        if (token != address(0)) context = abi.encode(sender, token, uint256(bytes32(data[32:64])));
        validationData = (recovered == signer ? 0 : 1) | (uint256(uint48(bytes6(data[:6]))) << 160)
            | (uint256(uint48(bytes6(data[6:12]))) << 208);
    }

    /// Mode 2 of EntryPoint 0.6 means that this failed once before: the account's calls are undone by then.
    function _take(uint8 mode, bytes calldata context, uint256 actualGasCost, uint256 feePerGas) private {
        if (msg.sender != entryPoint) revert OnlyEntryPoint();
        if (mode == 2) return;
        (address sender, address token, uint256 rate) = abi.decode(context, (address, address, uint256));
        // Rounded up and never zero: bundlers estimate at a price of one wei, and a transfer of nothing costs less gas.
        uint256 amount = (actualGasCost + OWN_GAS * feePerGas) * rate / 1e18 + 1;
        if (!IToken(token).transferFrom(sender, address(this), amount)) revert TokenNotPaid();
        emit FeePaidInToken(sender, token, amount);
    }
}
