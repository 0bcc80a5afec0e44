<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>partita::BlockBeside</name>
    <message numerus="yes">
        <source>%Ln node(s) · same operators, other weights</source>
        <translation>
            <numerusform>%Ln node · same operators, other weights</numerusform>
            <numerusform>%Ln nodes · same operators, other weights</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::CompileDialog</name>
    <message numerus="yes">
        <source>%n partition(s) in a binary of %1; %2 of equal weights saved</source>
        <translation>
            <numerusform>%Ln partition in a binary of %1; %2 of equal weights saved</numerusform>
            <numerusform>%Ln partitions in a binary of %1; %2 of equal weights saved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln partition(s) in a binary of %1</source>
        <translation>
            <numerusform>%Ln partition in a binary of %1</numerusform>
            <numerusform>%Ln partitions in a binary of %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::DifferenceModel</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::DifferencesPanel</name>
    <message numerus="yes">
        <source>No node differs, only %n fact(s) about the model, its inputs or its constants</source>
        <translation>
            <numerusform>No node differs, only %Ln fact about the model, its inputs or its constants</numerusform>
            <numerusform>No node differs, only %Ln facts about the model, its inputs or its constants</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No differences: both place %Ln node(s) alike</source>
        <translation>
            <numerusform>No differences: both place %Ln node alike</numerusform>
            <numerusform>No differences: both place %Ln nodes alike</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) that another provider runs</source>
        <translation>
            <numerusform>%Ln node that another provider runs</numerusform>
            <numerusform>%Ln nodes that another provider runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) the same</source>
        <translation>
            <numerusform>%Ln node the same</numerusform>
            <numerusform>%Ln nodes the same</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::Exports</name>
    <message numerus="yes">
        <source>%n step(s) of the history cannot be in a script, which repeats edits by the names of nodes and tensors:</source>
        <translation>
            <numerusform>%n step of the history cannot be in a script, which repeats edits by the names of nodes and tensors:</numerusform>
            <numerusform>%n steps of the history cannot be in a script, which repeats edits by the names of nodes and tensors:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::FallbackPanel</name>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No fallbacks: %1 runs all %Ln placed node(s)</source>
        <translation>
            <numerusform>No fallbacks: %1 runs the one placed node</numerusform>
            <numerusform>No fallbacks: %1 runs all %Ln placed nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::FindBar</name>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%Ln hit</numerusform>
            <numerusform>%Ln hits</numerusform>
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
            <numerusform>%Ln weight</numerusform>
            <numerusform>%Ln weights</numerusform>
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
        <source>%Ln change(s) not applied</source>
        <translation>
            <numerusform>%Ln change not applied</numerusform>
            <numerusform>%Ln changes not applied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>as it was opened · %Ln node(s) without Constant</source>
        <translation>
            <numerusform>as it was opened · %Ln node without Constant</numerusform>
            <numerusform>as it was opened · %Ln nodes without Constant</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>rewrite %1 applied · %Ln node(s) without Constant</source>
        <translation>
            <numerusform>rewrite %1 applied · %Ln node without Constant</numerusform>
            <numerusform>rewrite %1 applied · %Ln nodes without Constant</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln placed node(s)</source>
        <translation>
            <numerusform>%Ln placed node</numerusform>
            <numerusform>%Ln placed nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) without Constant</source>
        <translation>
            <numerusform>%Ln node without Constant</numerusform>
            <numerusform>%Ln nodes without Constant</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::GraphTips</name>
    <message numerus="yes">
        <source>%1 · %Ln rank(s) up</source>
        <translation>
            <numerusform>%1 · %Ln rank up</numerusform>
            <numerusform>%1 · %Ln ranks up</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::GraphView</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::HistoryModel</name>
    <message numerus="yes">
        <source>Opened, %Ln node(s)</source>
        <translation>
            <numerusform>Opened, %Ln node</numerusform>
            <numerusform>Opened, %Ln nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::InspectorPanel</name>
    <message numerus="yes">
        <source>%n node(s) whose shape is not known</source>
        <translation>
            <numerusform>%Ln node whose shape is not known</numerusform>
            <numerusform>%Ln nodes whose shape is not known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> and %Ln more</numerusform>
            <numerusform> and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::MainWindow</name>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln as opened</source>
        <translation>
            <numerusform>%Ln as opened</numerusform>
            <numerusform>%Ln as opened</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln edit(s) since save</source>
        <translation>
            <numerusform>%Ln edit since save</numerusform>
            <numerusform>%Ln edits since save</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln error(s)</source>
        <translation>
            <numerusform>%Ln error</numerusform>
            <numerusform>%Ln errors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::MeasuredPanel</name>
    <message numerus="yes">
        <source>%Ln node(s) added since the file was opened</source>
        <translation>
            <numerusform>%Ln node added since the file was opened</numerusform>
            <numerusform>%Ln nodes added since the file was opened</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) of the file as it was opened are gone</source>
        <translation>
            <numerusform>%Ln node of the file as it was opened is gone</numerusform>
            <numerusform>%Ln nodes of the file as it was opened are gone</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::MergePage</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%Ln error</numerusform>
            <numerusform>%Ln errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%Ln warning</numerusform>
            <numerusform>%Ln warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s) → 1</source>
        <translation>
            <numerusform>%Ln model → 1</numerusform>
            <numerusform>%Ln models → 1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n EPContext node(s)</source>
        <translation>
            <numerusform>%Ln EPContext node</numerusform>
            <numerusform>%Ln EPContext nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rename(s)</source>
        <translation>
            <numerusform>%Ln rename</numerusform>
            <numerusform>%Ln renames</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%Ln file, %1</numerusform>
            <numerusform>%Ln files, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clash(es), resolved</source>
        <translation>
            <numerusform>%Ln clash, resolved</numerusform>
            <numerusform>%Ln clashes, resolved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>merged graph · %n node(s)</source>
        <translation>
            <numerusform>merged graph · %Ln node</numerusform>
            <numerusform>merged graph · %Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Written and run: %n output(s) equal to those of the models it is made of</source>
        <translation>
            <numerusform>Written and run: %Ln output equal to those of the models it is made of</numerusform>
            <numerusform>Written and run: %Ln outputs equal to those of the models it is made of</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::MergePreview</name>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::MoreTabs</name>
    <message numerus="yes">
        <source>%n more panel(s)</source>
        <translation>
            <numerusform>%n more panel</numerusform>
            <numerusform>%n more panels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::NumbersPanel</name>
    <message numerus="yes">
        <source>without %n node(s) of unknown shape</source>
        <translation>
            <numerusform>without %Ln node of unknown shape</numerusform>
            <numerusform>without %Ln nodes of unknown shape</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) unchanged</source>
        <translation>
            <numerusform>%Ln operator unchanged</numerusform>
            <numerusform>%Ln operators unchanged</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::OperatorsPanel</name>
    <message numerus="yes">
        <source>%n in later opsets.</source>
        <translation>
            <numerusform>%n in later opsets.</numerusform>
            <numerusform>%n in later opsets.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::OutlinePanel</name>
    <message numerus="yes">
        <source>%Ln hit(s)</source>
        <translation>
            <numerusform>%Ln hit</numerusform>
            <numerusform>%Ln hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::PassChooser</name>
    <message numerus="yes">
        <source>Only where the %n selected node(s) are concerned</source>
        <translation>
            <numerusform>Only where the selected node is concerned</numerusform>
            <numerusform>Only where the %Ln selected nodes are concerned</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ProblemTable</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%Ln error</numerusform>
            <numerusform>%Ln errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%Ln warning</numerusform>
            <numerusform>%Ln warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ProblemsPanel</name>
    <message numerus="yes">
        <source>Put right %n problem(s): write the model</source>
        <translation>
            <numerusform>Put right %Ln problem: write the model</numerusform>
            <numerusform>Put right %Ln problems: write the model</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::Recovery</name>
    <message numerus="yes">
        <source>%n edit(s), the last at %1</source>
        <translation>
            <numerusform>%n edit, the last at %1</numerusform>
            <numerusform>%n edits, the last at %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::RepeatsPanel</name>
    <message numerus="yes">
        <source>%1, cut %Ln time(s)</source>
        <translation>
            <numerusform>%1, cut %Ln time</numerusform>
            <numerusform>%1, cut %Ln times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more kind(s)</source>
        <translation>
            <numerusform>%Ln more kind</numerusform>
            <numerusform>%Ln more kinds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::RewriteStrip</name>
    <message numerus="yes">
        <source>then %Ln rewrites that change constants or types only</source>
        <translation>
            <numerusform>then %Ln rewrite that changes constants or types only</numerusform>
            <numerusform>then %Ln rewrites that change constants or types only</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::RewriteTree</name>
    <message numerus="yes">
        <source>Undo with %n that build on it</source>
        <translation>
            <numerusform>Undo with the one that builds on it</numerusform>
            <numerusform>Undo with %Ln that build on it</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::RunPanel</name>
    <message numerus="yes">
        <source>%n transfer(s), %1</source>
        <translation>
            <numerusform>%Ln transfer, %1</numerusform>
            <numerusform>%Ln transfers, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs: min %1, p90 %2</source>
        <translation>
            <numerusform>%Ln run: min %1, p90 %2</numerusform>
            <numerusform>%Ln runs: min %1, p90 %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more output(s) differ</source>
        <translation>
            <numerusform>%Ln more output differs</numerusform>
            <numerusform>%Ln more outputs differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) equal to the CPU&apos;s</source>
        <translation>
            <numerusform>%Ln output equal to the CPU&apos;s</numerusform>
            <numerusform>%Ln outputs equal to the CPU&apos;s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) equal to the reference&apos;s</source>
        <translation>
            <numerusform>%Ln output equal to the reference&apos;s</numerusform>
            <numerusform>%Ln outputs equal to the reference&apos;s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::Saving</name>
    <message numerus="yes">
        <source>%1 has %n edit(s) that are not saved.</source>
        <translation>
            <numerusform>%1 has %n edit that is not saved.</numerusform>
            <numerusform>%1 has %n edits that are not saved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The scenario of %1 is not saved: %n change(s).</source>
        <translation>
            <numerusform>The scenario of %1 is not saved: %n change.</numerusform>
            <numerusform>The scenario of %1 is not saved: %n changes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The model has %n problem(s) that it did not have when it was opened:</source>
        <translation>
            <numerusform>The model has %n problem that it did not have when it was opened:</numerusform>
            <numerusform>The model has %n problems that it did not have when it was opened:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ScriptDialog</name>
    <message numerus="yes">
        <source>%Ln line(s) cannot be done, and then none is</source>
        <translation>
            <numerusform>%Ln line cannot be done, and then none is</numerusform>
            <numerusform>%Ln lines cannot be done, and then none is</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ScriptPanel</name>
    <message numerus="yes">
        <source>%Ln step(s)</source>
        <translation>
            <numerusform>%Ln step</numerusform>
            <numerusform>%Ln steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s) cannot be in a script: %1</source>
        <translation>
            <numerusform>%Ln step cannot be in a script: %1</numerusform>
            <numerusform>%Ln steps cannot be in a script: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::SessionSettingsDialog</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s) beside each other</source>
        <translation>
            <numerusform>%n thread beside each other</numerusform>
            <numerusform>%n threads beside each other</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::SimplifyPanel</name>
    <message numerus="yes">
        <source>Apply all %Ln</source>
        <translation>
            <numerusform>Apply the one</numerusform>
            <numerusform>Apply all %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rewrite(s) in %1</source>
        <translation>
            <numerusform>%Ln rewrite in %1</numerusform>
            <numerusform>%Ln rewrites in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln round(s)</source>
        <translation>
            <numerusform>%Ln round</numerusform>
            <numerusform>%Ln rounds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::SourceTable</name>
    <message numerus="yes">
        <source>ready, %n name(s) stay</source>
        <translation>
            <numerusform>ready, %Ln name stays</numerusform>
            <numerusform>ready, %Ln names stay</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::SummaryLine</name>
    <message numerus="yes">
        <source>%n size(s) fixed</source>
        <translation>
            <numerusform>%Ln size fixed</numerusform>
            <numerusform>%Ln sizes fixed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) moved</source>
        <translation>
            <numerusform>%Ln node moved</numerusform>
            <numerusform>%Ln nodes moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n option(s) set</source>
        <translation>
            <numerusform>%n option set</numerusform>
            <numerusform>%n options set</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::TensorDialog</name>
    <message numerus="yes">
        <source>%Ln element(s) were beyond its range</source>
        <translation>
            <numerusform>%Ln element was beyond its range</numerusform>
            <numerusform>%Ln elements were beyond its range</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::TensorSource</name>
    <message numerus="yes">
        <source>%Ln constant(s)</source>
        <translation>
            <numerusform>%Ln constant</numerusform>
            <numerusform>%Ln constants</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::TimelineView</name>
    <message numerus="yes">
        <source>Timeline of %n task(s)</source>
        <translation>
            <numerusform>Timeline of %Ln task</numerusform>
            <numerusform>Timeline of %Ln tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::TimesTable</name>
    <message numerus="yes">
        <source>only one side tells the time of %Ln node(s)</source>
        <translation>
            <numerusform>only one side tells the time of %Ln node</numerusform>
            <numerusform>only one side tells the time of %Ln nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::WhatIfPanel</name>
    <message numerus="yes">
        <source>%Ln node(s) changed their provider</source>
        <translation>
            <numerusform>%Ln node changed its provider</numerusform>
            <numerusform>%Ln nodes changed their provider</numerusform>
        </translation>
    </message>
</context>
</TS>
