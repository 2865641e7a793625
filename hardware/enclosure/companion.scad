// The box of the Companion, by build and part; every part lies as it is printed, without supports.
//   openscad -D 'build="standard"' -D 'part="lid"' -o standard_lid.stl companion.scad
// Lengths in millimetres. Modules differ from seller to seller: measure yours and change the sizes below.

build = "standard";    // "smallest", "standard", "usb_only"
part = "assembly";     // "base", "lid", "token_holder", "token_rack"; "tokens", "assembly" to look at

/* --- what you may have to change ------------------------------------------------------------------- */
wall = 2.4;            // two or three lines of a 0.4 nozzle
floor_thick = 2.0;
lid_thick = 2.4;
gap = 0.25;            // between lid and base; more if your printer prints fat
button_hole = 12.2;    // 12 mm push button with a nut
lamp_hole = 5.2;       // 5 mm LED
encoder_hole = 7.2;    // EC11 with a 7 mm thread
tag = 25;              // diameter of the RFID coin
tag_thick = 1.2;

oled = build == "smallest"
    ? [27.5, 27.8, 23.5, 12.5]      // 0.96": board width, board height, window width, window height
    : [73.0, 44.0, 57.0, 29.5];     // 2.42"
reader = build == "smallest"
    ? [48.0, 34.0]                  // the coil of the RDM6300
    : [60.5, 40.5];                 // the board of the RC522

/* --- the three builds ------------------------------------------------------------------------------ */
// outer width, depth, height of the base
size = build == "smallest" ? [124, 78, 30] : build == "standard" ? [172, 122, 44] : [172, 92, 34];

// name, x, y on the face, seen from the front; the names are those of the pin map
buttons = build == "smallest"
    ? [["up", 22, 17], ["down", 50, 17], ["ok", 78, 17]]
    : let (low = build == "standard" ? 20 : 18, high = build == "standard" ? 44 : 46)
      [["event", 24, high], ["move", 58, high], ["combat", 92, high],
       ["up", 18, low], ["down", 44, low], ["ok", 70, low], ["back", 96, low]];
lamps = build == "smallest" ? [] : [for (one = buttons) if (one[2] > 30) [one[0], one[1], one[2] + 15]];
encoder = build == "smallest" ? undef : [134, build == "standard" ? 34 : 20];
buzzer = build == "smallest" ? undef : [158, build == "standard" ? 16 : 14];
screen = build == "smallest" ? [32, 51] : build == "standard" ? [56, 91] : undef;
pad = build == "smallest" ? [86, 52] : build == "standard" ? [134, 86] : [134, 62];

// processor board: width, depth, hole pattern, where its lower left corner is, and which way it lies
board = build == "smallest" ? [65, 30, 58, 23] : build == "standard" ? [85, 56, 58, 49] : [45, 18, 0, 0];
// Pi: turned so that its power socket is at the back wall and its USB sockets look into the box
board_at = build == "smallest" ? [46, size[1] - wall - 1 - 30]
    : build == "standard" ? [62, size[1] - wall - 1 - 56] : [66, size[1] - wall - 0.5 - 45];
// middle of the power socket from the left, width and height of its opening
socket = build == "smallest" ? [board_at[0] + 65 - 54, 14, 9]
    : build == "standard" ? [board_at[0] + 85 - 11.2, 16, 10] : [board_at[0] + 9, 12, 9];
standoff = 5;

$fn = 48;
post = 7;              // corner posts for the screws
inset = wall + post / 2 - 0.6;
corners = [for (x = [inset, size[0] - inset], y = [inset, size[1] - inset]) [x, y]];

// Nothing on the face may touch its neighbour or a screw.
function near(a, b, least) = norm([a[0] - b[0], a[1] - b[1]]) < least;
on_face = concat([for (one = buttons) [one[1], one[2], 16]], [for (one = lamps) [one[1], one[2], 8]],
    encoder == undef ? [] : [[encoder[0], encoder[1], 26]]);
for (i = [0:len(on_face) - 1]) {
    for (j = [i + 1:1:len(on_face) - 1])
        assert(!near(on_face[i], on_face[j], (on_face[i][2] + on_face[j][2]) / 2), str("too close: ", i, ", ", j));
    for (corner = corners)
        assert(!near(on_face[i], corner, on_face[i][2] / 2 + 5), str("on a screw: ", i));
}
echo(build = build, buttons = [for (one = buttons) one[0]], lamps = [for (one = lamps) one[0]],
    encoder = encoder != undef, buzzer = buzzer != undef, display = screen != undef);

module rounded(width, depth, height, radius) {
    linear_extrude(height)
        translate([radius, radius]) offset(radius) square([width - 2 * radius, depth - 2 * radius]);
}

module frame(inner, height, thick = 1.6) {
    // a rim that a board lies in; open at the corners for glue and wires
    translate([-inner[0] / 2 - thick, -inner[1] / 2 - thick]) difference() {
        cube([inner[0] + 2 * thick, inner[1] + 2 * thick, height]);
        translate([thick, thick, -1]) cube([inner[0], inner[1], height + 2]);
        for (x = [0, 1], y = [0, 1])
            translate([x * (inner[0] + 2 * thick) - 8, y * (inner[1] + 2 * thick) - 8, -1]) cube([16, 16, height + 2]);
    }
}

module base() {
    height = size[2];
    difference() {
        union() {
            difference() {
                rounded(size[0], size[1], height, 4);
                translate([wall, wall, floor_thick]) rounded(size[0] - 2 * wall, size[1] - 2 * wall, height, 2);
            }
            for (at = corners) translate([at[0], at[1], 1]) cylinder(d = post, h = height - 1);
            board_holder();
        }
        for (at = corners) translate([at[0], at[1], floor_thick + 2]) cylinder(d = 2.6, h = height);
        // power socket: short enough to be bridged
        translate([socket[0] - socket[1] / 2, size[1] - wall - 1, floor_thick + standoff - 1])
            cube([socket[1], wall + 2, socket[2]]);
        // air: upright slots, nothing to bridge but their own width
        for (side = [-1, size[0] - wall - 1], i = [0:4])
            translate([side, size[1] / 2 - 16 + i * 8, floor_thick + 5]) cube([wall + 2, 2.4, height - floor_thick - 14]);
    }
}

module board_holder() {
    if (build == "usb_only") {
        // the Nano stands on a bed, held by a rim
        translate([board_at[0] - 1.6, board_at[1] - 1.6, floor_thick - 0.5]) difference() {
            cube([18.4 + 3.2, 45.4 + 1.6, standoff + 3]);
            translate([1.6, 1.6, standoff - 1]) cube([18.4, 46, 8]);
            translate([1.6 + 3, 1.6 + 2, -1]) cube([12.4, 39, 20]);
        }
    } else {
        // Pi holes are 3.5 from the edges at the card's end
        for (x = [0, board[2]], y = [0, board[3]])
            translate([board_at[0] + board[0] - 3.5 - x, board_at[1] + 3.5 + y, floor_thick - 0.5]) difference() {
                cylinder(d = 6, h = standoff + 0.5);
                translate([0, 0, 1.5]) cylinder(d = 2.2, h = standoff);
            }
    }
}

module lid() {
    // printed face down: the face is at the bottom, so x is mirrored
    translate([size[0], 0, 0]) mirror([1, 0, 0]) difference() {
        union() {
            rounded(size[0], size[1], lid_thick, 4);
            lip();
            if (screen != undef) translate([screen[0], screen[1], lid_thick - 0.5]) frame([oled[0], oled[1]], 4.5);
            translate([pad[0], pad[1], lid_thick - 0.5]) frame(reader, 4.5);
        }
        for (one = buttons) translate([one[1], one[2], -1]) cylinder(d = button_hole, h = 10);
        for (one = lamps) translate([one[1], one[2], -1]) cylinder(d = lamp_hole, h = 10);
        if (encoder != undef) translate([encoder[0], encoder[1], -1]) cylinder(d = encoder_hole, h = 10);
        if (buzzer != undef) for (x = [-1, 0, 1], y = [-1, 0, 1])
            translate([buzzer[0] + 3.5 * x - 1, buzzer[1] + 3.5 * y - 1, -1]) cylinder(d = 1.8, h = 10, $fn = 16);
        if (screen != undef) translate([screen[0] - oled[2] / 2, screen[1] - oled[3] / 2, -1]) cube([oled[2], oled[3], 10]);
        // the reader lies behind half the thickness, so that a tag comes near enough
        translate([pad[0] - reader[0] / 2, pad[1] - reader[1] / 2, 1.2]) cube([reader[0], reader[1], 10]);
        // a ring on the face shows where a token goes
        translate([pad[0], pad[1], -1]) difference() { cylinder(d = tag + 8, h = 1.5); translate([0, 0, -1]) cylinder(d = tag + 6, h = 4); }
        for (at = corners) translate([at[0], at[1], -1]) cylinder(d = 3.2, h = 10);
    }
}

module lip() {
    translate([wall + gap, wall + gap, lid_thick - 0.5]) difference() {
        rounded(size[0] - 2 * (wall + gap), size[1] - 2 * (wall + gap), 3.5, 2);
        translate([1.6, 1.6, -1]) rounded(size[0] - 2 * (wall + gap + 1.6), size[1] - 2 * (wall + gap + 1.6), 6, 1);
        for (at = corners) translate([at[0] - wall - gap, at[1] - wall - gap, -1]) cylinder(d = post + 1.5, h = 6);
    }
}

module token_holder() {
    // a coin with a pocket: tag in, label on top
    difference() {
        cylinder(d = tag + 5, h = 3.2);
        translate([0, 0, 3.2 - tag_thick - 0.2]) cylinder(d = tag + 0.4, h = 5);
        translate([0, 0, 3]) difference() { cylinder(d = tag + 10, h = 2); translate([0, 0, -1]) cylinder(d1 = tag + 5, d2 = tag + 4.6, h = 4); }
    }
}

module token_rack(count = 12) {
    // tokens stand on edge, nearly half sunk in
    wide = tag + 5;
    slot = 3.8;
    pitch = 7;
    difference() {
        rounded(wide + 10, count * pitch + 8, 16, 3);
        for (i = [0:count - 1])
            translate([wide / 2 + 5, 4 + (i + 0.5) * pitch + slot / 2, wide / 2 + 3]) rotate([90, 0, 0]) cylinder(d = wide + 0.8, h = slot);
    }
}

if (part == "base") base();
else if (part == "lid") lid();
else if (part == "token_holder") token_holder();
else if (part == "token_rack") token_rack();
else if (part == "tokens") {
    color("SlateGray") token_rack();
    color("YellowGreen") for (i = [0:3]) translate([tag / 2 + 10, 9.2 + i * 21, tag / 2 + 6]) rotate([90, 0, 0]) token_holder();
    color("YellowGreen") translate([70, 20, 0]) token_holder();
}
else {
    color("SlateGray") base();
    color("LightSteelBlue") translate([0, 0, size[2] + 25 + lid_thick]) translate([size[0], 0, 0]) rotate([0, 180, 0]) lid();
    color("YellowGreen") translate([pad[0], pad[1], size[2] + 40]) token_holder();
}
