// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Pool {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function swap(address receiver, bool sellsFirst, int256 amount, uint160 limit, bytes calldata data)
        external
        returns (int256 first, int256 second);
}

interface Wrapped {
    function balanceOf(address account) external view returns (uint256);
    function deposit() external payable;
    function withdraw(uint256 value) external;
}

/// A router and a quoter with the functions that Slipstream documents, over pools of Uniswap v3. A pool is found by its
/// tokens and a tick spacing, which says nothing of its fee.
contract LocalSlipstream {
    /// The amount that a pool would give: thrown, so that nothing of the trade stays.
    error Quoted(uint256 amount);

    struct ExactInput {
        bytes path;
        address recipient;
        uint256 deadline;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    /// The pool hands this back when it wants to be paid.
    struct Debt {
        address token;
        address payer;
        bool isQuote;
    }

    /// Of a path: a token, a tick spacing, a token.
    uint256 private constant HOP = 23;
    uint256 private constant TOKEN = 20;
    uint160 private constant LOWEST = 4295128740;
    uint160 private constant HIGHEST = 1461446703485210103287273052203988822378723970341;

    address public immutable WETH9;
    mapping(address sell => mapping(address buy => mapping(int24 spacing => address))) public getPool;
    mapping(address pool => bool) private isPool;

    constructor(address wrapped) {
        WETH9 = wrapped;
    }

    receive() external payable {
        require(msg.sender == WETH9, "NW9");
    }

    function addPool(address pool, int24 spacing) external {
        (address first, address second) = (Pool(pool).token0(), Pool(pool).token1());
        getPool[first][second][spacing] = pool;
        getPool[second][first][spacing] = pool;
        isPool[pool] = true;
    }

    function exactInput(ExactInput calldata order) external payable returns (uint256 amount) {
        require(block.timestamp <= order.deadline, "Transaction too old");
        amount = run(order.path, order.amountIn, order.recipient, msg.sender);
        require(amount >= order.amountOutMinimum, "Too little received");
        if (address(this).balance > 0) payCoin(msg.sender, address(this).balance);
    }

    function multicall(bytes[] calldata calls) external payable returns (bytes[] memory results) {
        results = new bytes[](calls.length);
        for (uint256 index; index < calls.length; index++) {
            (bool isDone, bytes memory result) = address(this).delegatecall(calls[index]);
            if (!isDone) throwAgain(result);
            results[index] = result;
        }
    }

    function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        payable
    {
        string memory permit = "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)";
        ask(token, abi.encodeWithSignature(permit, msg.sender, address(this), value, deadline, v, r, s));
    }

    function unwrapWETH9(uint256 minimum, address receiver) external payable {
        uint256 held = Wrapped(WETH9).balanceOf(address(this));
        require(held >= minimum, "IW");
        if (held == 0) return;
        Wrapped(WETH9).withdraw(held);
        payCoin(receiver, held);
    }

    /// The lists stay empty: nobody here reads them.
    function quoteExactInput(bytes calldata path, uint256 amountIn)
        external
        returns (uint256 amount, uint160[] memory prices, uint32[] memory ticks, uint256 gasUsed)
    {
        checkLength(path);
        amount = amountIn;
        for (uint256 place; place + HOP < path.length; place += HOP) {
            (address sell, address buy, address pool) = poolAt(path, place);
            try this.quoteHop(pool, sell, sell < buy, amount) {
                revert("Unexpected");
            } catch (bytes memory thrown) {
                amount = quotedIn(thrown);
            }
        }
        return (amount, prices, ticks, gasUsed);
    }

    function quoteHop(address pool, address sell, bool sellsFirst, uint256 amount) external {
        trade(pool, address(this), sellsFirst, amount, Debt(sell, address(0), true));
    }

    function uniswapV3SwapCallback(int256 first, int256 second, bytes calldata data) external {
        require(isPool[msg.sender] && (first > 0 || second > 0), "Not a pool");
        Debt memory debt = abi.decode(data, (Debt));
        if (debt.isQuote) revert Quoted(uint256(first > 0 ? -second : -first));
        uint256 amount = uint256(first > 0 ? first : second);
        if (debt.token == WETH9 && address(this).balance >= amount) {
            Wrapped(WETH9).deposit{ value: amount }();
            debt.payer = address(this);
        }
        string memory move = "transfer(address,uint256)";
        string memory moveFrom = "transferFrom(address,address,uint256)";
        bytes memory call = debt.payer == address(this)
            ? abi.encodeWithSignature(move, msg.sender, amount)
            : abi.encodeWithSignature(moveFrom, debt.payer, msg.sender, amount);
        ask(debt.token, call);
    }

    /// Every hop pays the next one through this contract. The receiver 0 is this contract.
    function run(bytes calldata path, uint256 amountIn, address receiver, address payer)
        private
        returns (uint256 amount)
    {
        checkLength(path);
        amount = amountIn;
        for (uint256 place; place + HOP < path.length; place += HOP) {
            bool isLast = place + HOP + TOKEN == path.length;
            (address sell, address buy, address pool) = poolAt(path, place);
            address to = isLast && receiver != address(0) ? receiver : address(this);
            amount = trade(pool, to, sell < buy, amount, Debt(sell, payer, false));
            payer = address(this);
        }
    }

    function trade(address pool, address to, bool sellsFirst, uint256 amount, Debt memory debt)
        private
        returns (uint256)
    {
        require(pool.code.length > 0, "No pool");
        uint160 limit = sellsFirst ? LOWEST : HIGHEST;
        (int256 first, int256 second) = Pool(pool).swap(to, sellsFirst, int256(amount), limit, abi.encode(debt));
        return uint256(-(sellsFirst ? second : first));
    }

    function poolAt(bytes calldata path, uint256 place)
        private
        view
        returns (address sell, address buy, address pool)
    {
        sell = address(bytes20(path[place:place + TOKEN]));
        int24 spacing = int24(uint24(bytes3(path[place + TOKEN:place + HOP])));
        buy = address(bytes20(path[place + HOP:place + HOP + TOKEN]));
        pool = getPool[sell][buy][spacing];
    }

    function checkLength(bytes calldata path) private pure {
        require(path.length >= HOP + TOKEN && (path.length - TOKEN) % HOP == 0, "No path");
    }

    function quotedIn(bytes memory thrown) private pure returns (uint256 amount) {
        if (thrown.length != 36 || bytes4(thrown) != Quoted.selector) throwAgain(thrown);
        assembly {
            amount := mload(add(thrown, 36))
        }
    }

    /// Some tokens answer nothing when they did what they were asked.
    function ask(address token, bytes memory call) private {
        (bool isDone, bytes memory answer) = token.call(call);
        require(isDone && (answer.length == 0 || abi.decode(answer, (bool))), "Refused by the token");
    }

    function payCoin(address receiver, uint256 amount) private {
        (bool isPaid, ) = receiver.call{ value: amount }("");
        require(isPaid, "Not paid");
    }

    function throwAgain(bytes memory thrown) private pure {
        assembly {
            revert(add(thrown, 32), mload(thrown))
        }
    }
}
