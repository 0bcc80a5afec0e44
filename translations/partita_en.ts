<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>partita::CompileDialog</name>
    <message numerus="yes">
        <source>%n partition(s) in a binary of %1; %2 of equal weights saved</source>
        <translation>
            <numerusform>%n partition in a binary of %1; %2 of equal weights saved</numerusform>
            <numerusform>%n partitions in a binary of %1; %2 of equal weights saved</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::FindBar</name>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::GraphPainter</name>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln partition(s)</source>
        <translation>
            <numerusform>%Ln partition</numerusform>
            <numerusform>%Ln partitions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) each</source>
        <translation>
            <numerusform>%Ln node each</numerusform>
            <numerusform>%Ln nodes each</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::GraphPair</name>
    <message numerus="yes">
        <source>%n weight(s)</source>
        <translation>
            <numerusform>%n weight</numerusform>
            <numerusform>%n weights</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::InspectorPanel</name>
    <message numerus="yes">
        <source>%n node(s) whose shape is not known</source>
        <translation>
            <numerusform>%n node whose shape is not known</numerusform>
            <numerusform>%n nodes whose shape is not known</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::MergeDialog</name>
    <message numerus="yes">
        <source>%n node(s) in the merged model</source>
        <translation>
            <numerusform>%n node in the merged model</numerusform>
            <numerusform>%n nodes in the merged model</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Written and run: %n output(s) equal to those of the models it is made of</source>
        <translation>
            <numerusform>Written and run: %n output equal to that of the model it is made of</numerusform>
            <numerusform>Written and run: %n outputs equal to those of the models it is made of</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::PassChooser</name>
    <message numerus="yes">
        <source>Only where the %n selected node(s) are concerned</source>
        <translation>
            <numerusform>Only where the selected node is concerned</numerusform>
            <numerusform>Only where the %n selected nodes are concerned</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ProblemsPanel</name>
    <message numerus="yes">
        <source>Put right %n problem(s): write the model</source>
        <translation>
            <numerusform>Put right %n problem: write the model</numerusform>
            <numerusform>Put right %n problems: write the model</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::RewriteTree</name>
    <message numerus="yes">
        <source>Undo with %n that build on it</source>
        <translation>
            <numerusform>Undo with the one that builds on it</numerusform>
            <numerusform>Undo with %n that build on it</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::RunPanel</name>
    <message numerus="yes">
        <source>%n transfer(s), %1</source>
        <translation>
            <numerusform>%n transfer, %1</numerusform>
            <numerusform>%n transfers, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs: min %1, p90 %2</source>
        <translation>
            <numerusform>%n run: min %1, p90 %2</numerusform>
            <numerusform>%n runs: min %1, p90 %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::TimelinePanel</name>
    <message numerus="yes">
        <source>%n size(s) not known</source>
        <translation>
            <numerusform>%n size not known</numerusform>
            <numerusform>%n sizes not known</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::TimelineView</name>
    <message numerus="yes">
        <source>Timeline of %n task(s)</source>
        <translation>
            <numerusform>Timeline of %n task</numerusform>
            <numerusform>Timeline of %n tasks</numerusform>
        </translation>
    </message>
</context>
</TS>
